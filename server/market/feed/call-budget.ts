import type { Clock } from '#server/platform/clock.ts';

/**
 * Who asks for a call. `coins`: the refresh of the coin list. `figures`: the refresh of global figures and trending.
 * `known`: a visitor, about a coin of the snapshot. `stranger`: a visitor, about an id that may be made up.
 * `search`: a visitor's words.
 */
export type CallClaim = 'coins' | 'figures' | 'known' | 'stranger' | 'search';

/** How many calls of each kind fit into one window. */
export interface BudgetShares {
  readonly total: number;
  /** Kept for the coin list: whatever others do, this many of its calls fit. */
  readonly coins: number;
  /** What visitors may use together. */
  readonly onDemand: number;
  /** What ids that may be made up may use of it, and words likewise. */
  readonly stranger: number;
}

export interface CallBudget {
  /** 0: the call is granted, and counted. Otherwise the milliseconds until it is worth asking again. */
  take(claim: CallClaim): Promise<number>;
}

/** A minute, and a second for calls that take different times to arrive: the provider counts arrivals. */
export const budgetWindowMs = 61_000;

/** Retries of a failing refresh that must fit into a window besides the refreshes themselves. */
const retriesKept = 5;

/**
 * Divides a budget: refreshing comes first with what it needs, at most 60 %; the rest is for visitors, of which
 * guesses and searches get a third each at most.
 */
export function shareBudget(callsPerMinute: number, refreshMs: number): BudgetShares {
  const firstClaim = Math.max(1, Math.floor(callsPerMinute * 0.6));
  const coins = Math.min(firstClaim, Math.ceil(60_000 / refreshMs) + retriesKept);
  const figures = callsPerMinute >= 5 ? 1 : 0;
  const onDemand = Math.max(0, callsPerMinute - coins - figures);
  const stranger = onDemand === 0 ? 0 : Math.max(1, Math.floor(onDemand / 3));
  return { total: callsPerMinute, coins, onDemand, stranger };
}

/** A strict sliding window in this process: never more than the total in any 60 seconds. */
export function createCallBudget(shares: BudgetShares, clock: Clock): CallBudget {
  let calls: { at: number; claim: CallClaim }[] = [];

  /** Milliseconds until fewer than `limit` of the counted calls are in the window. */
  function waitFor(limit: number, isCounted: (claim: CallClaim) => boolean, now: number): number {
    if (limit <= 0) return budgetWindowMs;
    const counted = calls.filter(({ claim }) => isCounted(claim));
    const leaving = counted[counted.length - limit];
    return leaving ? leaving.at + budgetWindowMs - now : 0;
  }

  return {
    async take(claim) {
      const now = clock.now();
      // Where the clock was set back, what seems to come later was made just now at the latest.
      calls = calls.map((call) => (call.at > now ? { ...call, at: now } : call));
      calls = calls.filter(({ at }) => now - at < budgetWindowMs);
      const wait = Math.max(
        ...limitsOf(claim, shares).map(({ limit, isCounted }) => waitFor(limit, isCounted, now)),
      );
      if (wait <= 0) calls.push({ at: now, claim });
      return Math.max(0, wait);
    },
  };
}

interface Limit {
  readonly limit: number;
  readonly isCounted: (claim: CallClaim) => boolean;
}

function limitsOf(claim: CallClaim, shares: BudgetShares): Limit[] {
  const limits: Limit[] = [{ limit: shares.total, isCounted: () => true }];
  if (claim === 'coins') return limits;
  limits.push({ limit: shares.total - shares.coins, isCounted: (other) => other !== 'coins' });
  if (claim === 'figures') return limits;
  limits.push({
    limit: shares.onDemand,
    isCounted: (other) => other !== 'coins' && other !== 'figures',
  });
  if (claim === 'known') return limits;
  limits.push({ limit: shares.stranger, isCounted: (other) => other === claim });
  return limits;
}
