import type { Instant, Milliseconds } from '#contract/units.ts';
import {
  type BudgetShares,
  budgetWindowMs,
  type CallClaim,
  type ClaimLimit,
  isOnDemand,
  keptForOthers,
  limitsOf,
  networkMemoryMs,
} from './budget-shares.ts';

/** A granted call. */
export interface Call {
  readonly at: Instant;
  readonly claim: CallClaim;
  readonly network: string | undefined;
}

/** The calls still in the window. If the clock was set back, calls dated later count as made now. */
export function withoutOld<T extends Call>(calls: readonly T[], now: Instant): readonly T[] {
  return calls
    .map((call) => (call.at > now ? { ...call, at: now } : call))
    .filter(({ at }) => now - at < budgetWindowMs);
}

/** The wait until one more call fits next to those in the window (oldest first); 0 if it fits now. */
export function findWait(
  calls: readonly Call[],
  request: { shares: BudgetShares; claim: CallClaim; network: string | undefined; now: Instant },
): Milliseconds {
  const { shares, claim, network, now } = request;
  const limits = limitsOf(claim, shares);
  const waitForAll = (kept: number) =>
    Math.max(...limits.map((limit) => waitFor(calls, { ...limit, limit: limit.limit - kept }, now)));
  const untilOwnTurn = isOnDemand(claim) ? untilForgotten(calls, network, now) : 0;
  return Math.max(waitForAll(0), untilOwnTurn > 0 ? Math.min(untilOwnTurn, waitForAll(keptForOthers)) : 0);
}

/** The wait until fewer than `limit` of the counted calls are in the window. */
export function waitFor(calls: readonly Call[], { limit, claims }: ClaimLimit, now: Instant): Milliseconds {
  if (limit <= 0) return budgetWindowMs;
  const counted = calls.filter(({ claim }) => claims.includes(claim));
  const leaving = counted[counted.length - limit];
  return leaving ? leaving.at + budgetWindowMs - now : 0;
}

/** How long until the network no longer counts as recently granted a call. */
function untilForgotten(calls: readonly Call[], network: string | undefined, now: Instant): Milliseconds {
  const last = calls.findLast((call) => isOnDemand(call.claim) && call.network === network);
  return last ? Math.max(0, last.at + networkMemoryMs - now) : 0;
}
