import { ApiError } from '#web/lib/api-client.ts';
import { type Action, useAction } from '#web/lib/form/use-action.ts';

export interface CheckedAction<A> extends Action<A> {
  /** The server wants the mailbox proved anew before it does this. */
  readonly needsCheck: boolean;
}

/** Whether something failed because the server wants the mailbox proved anew. */
export function isProofWanted(failure: unknown): boolean {
  return failure instanceof ApiError && failure.answer.code === 'verification_required';
}

/** An action that the server may do only for somebody who has just proved the mailbox. */
export function useCheckedAction<A = void>(act: (argument: A) => Promise<void>): CheckedAction<A> {
  const action = useAction(act);
  return { ...action, needsCheck: isProofWanted(action.failure) };
}
