import { noteReducedAnswer } from '#server/platform/http/requester.ts';
import { UpstreamError } from '../provider.ts';

/** Notes that an answer goes without what a call to the provider brings if only the visitor's share is used up. */
export function noteReduction(error: unknown): void {
  if (error instanceof UpstreamError && error.failure === 'over_budget') noteReducedAnswer();
}
