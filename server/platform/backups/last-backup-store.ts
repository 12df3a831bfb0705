import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { LastBackupTable } from '../database/tables.ts';

export type LastBackup = Omit<Selectable<LastBackupTable>, 'id'>;

/** The only row. */
const id = 1;

/** When a server on this database last made an automatic backup. */
export function createLastBackupStore(db: Database) {
  return {
    get: (): Promise<LastBackup | undefined> =>
      db
        .selectFrom('last_backup')
        .select(['taken_at', 'server', 'size'])
        .where('id', '=', id)
        .executeTakeFirst(),
    async set(backup: LastBackup): Promise<void> {
      await db
        .insertInto('last_backup')
        .values({ id, ...backup })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(backup))
        .execute();
    },
  };
}
