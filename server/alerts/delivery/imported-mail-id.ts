import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** The `mail_id` of a firing from an account file. It happened elsewhere, so nobody is notified of it here. */
export const importedMailId = 'imported';

export const isImported = ({ mail_id }: Pick<AlertFiringTable, 'mail_id'>) => mail_id === importedMailId;
