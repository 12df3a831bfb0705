import type { QueryClient } from '@tanstack/react-query';
import type { AlertFields, AlertSubject } from './alert-fields.ts';

/*
 * What was typed into the form of an alert, while a dialog about the plan replaces it. It is kept in the query cache,
 * with the user's other data, and is removed with it.
 */
const draftKey = ['alert-draft'] as const;

interface Draft {
  readonly fields: AlertFields;
  /** Whether the form asks what to do where the condition holds already. */
  readonly isAsking: boolean;
}

/** Keeps what was typed. */
export function keepDraft(client: QueryClient, subject: AlertSubject, draft: Draft): void {
  client.setQueryData<Draft>([...draftKey, nameOf(subject)], draft);
}

/** What was typed for that subject, if it was kept. */
export function getDraft(client: QueryClient, subject: AlertSubject): Draft | undefined {
  return client.getQueryData<Draft>([...draftKey, nameOf(subject)]);
}

/** Forgets what was typed. */
export function forgetDraft(client: QueryClient): void {
  client.removeQueries({ queryKey: draftKey });
}

function nameOf(subject: AlertSubject): string {
  return 'alert' in subject ? `alert ${subject.alert.id}` : `coin ${subject.coin?.id ?? ''}`;
}
