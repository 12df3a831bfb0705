import type { QueryClient } from '@tanstack/react-query';
import type { AlertFields, AlertSubject } from './alert-fields.ts';

/*
 * The input of the alert form while a dialog about the plan replaces it. Kept in the query cache so that it is cleared
 * along with the user's other data.
 */
const draftKey = ['alert-draft'] as const;

interface Draft {
  readonly fields: AlertFields;
  /** Whether the form asks what to do because the condition already holds. */
  readonly isAsking: boolean;
}

/** Stores the form's input. */
export function keepDraft(client: QueryClient, subject: AlertSubject, draft: Draft): void {
  client.setQueryData<Draft>([...draftKey, nameOf(subject)], draft);
}

/** The stored input for a subject, if any. */
export function getDraft(client: QueryClient, subject: AlertSubject): Draft | undefined {
  return client.getQueryData<Draft>([...draftKey, nameOf(subject)]);
}

/** Removes the stored input. */
export function forgetDraft(client: QueryClient): void {
  client.removeQueries({ queryKey: draftKey });
}

function nameOf(subject: AlertSubject): string {
  return 'alert' in subject ? `alert ${subject.alert.id}` : `coin ${subject.coin?.id ?? ''}`;
}
