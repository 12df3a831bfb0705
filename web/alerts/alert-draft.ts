import type { QueryClient } from '@tanstack/react-query';
import type { AlertFields, AlertSubject } from './alert-fields.ts';

/*
 * What was typed into the form of an alert, while a question about the plan stands in its place. It is kept with what
 * belongs to the user, and goes with that.
 */
const draftKey = ['alert-draft'] as const;

interface Draft {
  readonly of: string;
  readonly fields: AlertFields;
}

/** Keeps what was typed. */
export function keepDraft(client: QueryClient, subject: AlertSubject, fields: AlertFields): void {
  client.setQueryData<Draft>(draftKey, { of: nameOf(subject), fields });
}

/** What was typed for that subject, if it was kept. */
export function getDraft(client: QueryClient, subject: AlertSubject): AlertFields | null {
  const draft = client.getQueryData<Draft>(draftKey);
  return draft?.of === nameOf(subject) ? draft.fields : null;
}

/** Forgets what was typed. */
export function forgetDraft(client: QueryClient): void {
  client.removeQueries({ queryKey: draftKey });
}

function nameOf(subject: AlertSubject): string {
  return 'alert' in subject ? `alert ${subject.alert.id}` : `coin ${subject.coin?.id ?? ''}`;
}
