import { noteReducedAnswer } from '#server/platform/http/requester.ts';
import { UpstreamError } from '../provider.ts';

/** If a provider call failed because the budget is used up, notes that the answer lacks what the call would have added. */
export function noteReduction(error: unknown): void {
  if (error instanceof UpstreamError && error.failure === 'over_budget') noteReducedAnswer();
}
