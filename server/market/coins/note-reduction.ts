import { noteReducedAnswer } from '#server/platform/http/requester.ts';
import { UpstreamError } from '../provider.ts';

/** Whether a call was not made because the share of the network that asked is used up. */
export const isOverBudget = (error: unknown): boolean =>
  error instanceof UpstreamError && error.failure === 'over_budget';

/** If a provider call failed because the budget is used up, notes that the answer lacks what the call would have added. */
export function noteReduction(error: unknown): void {
  if (isOverBudget(error)) noteReducedAnswer();
}
