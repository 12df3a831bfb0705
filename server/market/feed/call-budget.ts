import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/**
 * What a call is for. `coins`: refreshing the coin list. `figures`: refreshing global figures and trending.
 * `known`: a visitor's request for a coin of the snapshot. `unlisted`: for an id that may be made up.
 * `search`: a visitor's search. `archive`: our own request for a daily history that some figure needs. `backfill`: for one
 * that nobody waits for.
 */
export type CallClaim = 'coins' | 'figures' | 'known' | 'unlisted' | 'search' | 'archive' | 'backfill';

/** Calls per window, by purpose. */
export interface BudgetShares {
  readonly total: number;
  /** Reserved for the coin list. */
  readonly coins: number;
  /** All visitors together. */
  readonly onDemand: number;
  /** The part of `onDemand` for unlisted ids, and as much again for searches and for the archive. */
  readonly unlisted: number;
  /** Out of what is reserved for the coin list and its refreshes do not need. */
  readonly backfill: number;
}

export interface CallBudget {
  /**
   * 0: the call is granted and counted. Otherwise the wait before asking again. `network` is that of the visitor who
   * asks; calls of our own have none.
   */
  take(claim: CallClaim, network?: string): Promise<Milliseconds>;
}

/** A minute plus a second: the provider counts arrivals, whose delay varies. */
export const budgetWindowMs = 61_000;

/** The last calls of each share are kept for networks that were granted none in the last minute. */
const keptForOthers = 3;
const networkMemoryMs: Milliseconds = 60_000;

/** Retries of a failing refresh that must fit into a window. */
const reservedRetries = 5;
/** Of these, those that are never given to anything else. */
const keptRetries = 2;

/**
 * Divides a budget: the refresh gets what it needs, up to 60 %; visitors share the rest, of which unlisted ids and
 * searches get at most a third each, but not less than is kept for others. What nobody waits for lives on retries that the
 * refresh does not need, so that it costs visitors nothing.
 */
export function shareBudget(callsPerMinute: number, refreshMs: Milliseconds): BudgetShares {
  const maxCoins = Math.max(1, Math.floor(callsPerMinute * 0.6));
  const refreshes = Math.ceil(60_000 / refreshMs);
  const coins = Math.min(maxCoins, refreshes + reservedRetries);
  const figures = callsPerMinute >= 5 ? 1 : 0;
  const onDemand = Math.max(0, callsPerMinute - coins - figures);
  const unlisted = Math.min(onDemand, Math.max(keptForOthers, Math.floor(onDemand / 3)));
  const backfill = Math.max(0, coins - refreshes - keptRetries);
  return { total: callsPerMinute, coins, onDemand, unlisted, backfill };
}

/** A strict sliding window in this process: never more than the total in any 60 seconds. */
export function createCallBudget(shares: BudgetShares, clock: Clock): CallBudget {
  let calls: { at: Instant; claim: CallClaim; network: string | undefined }[] = [];

  /** The wait until fewer than `limit` of the counted calls are in the window. */
  function waitFor(limit: number, isCounted: (claim: CallClaim) => boolean, now: Instant): Milliseconds {
    if (limit <= 0) return budgetWindowMs;
    const counted = calls.filter(({ claim }) => isCounted(claim));
    const leaving = counted[counted.length - limit];
    return leaving ? leaving.at + budgetWindowMs - now : 0;
  }

  /** How long the network still counts as one that was granted a call lately. */
  function untilForgotten(network: string | undefined, now: Instant): Milliseconds {
    const last = calls.findLast((call) => isOnDemand(call.claim) && call.network === network);
    return last ? Math.max(0, last.at + networkMemoryMs - now) : 0;
  }

  return {
    async take(claim, network) {
      const now = clock.now();
      // If the clock was set back, calls dated later count as made now.
      calls = calls.map((call) => (call.at > now ? { ...call, at: now } : call));
      calls = calls.filter(({ at }) => now - at < budgetWindowMs);
      const limits = limitsOf(claim, shares);
      const waitForAll = (kept: number) =>
        Math.max(...limits.map(({ limit, isCounted }) => waitFor(limit - kept, isCounted, now)));
      const untilOwnTurn = isOnDemand(claim) ? untilForgotten(network, now) : 0;
      const wait = Math.max(
        waitForAll(0),
        untilOwnTurn > 0 ? Math.min(untilOwnTurn, waitForAll(keptForOthers)) : 0,
      );
      if (wait <= 0) calls.push({ at: now, claim, network });
      return Math.max(0, wait);
    },
  };
}

const isOfCoins = (claim: CallClaim) => claim === 'coins' || claim === 'backfill';
const isOnDemand = (claim: CallClaim) => !isOfCoins(claim) && claim !== 'figures';

interface Limit {
  readonly limit: number;
  readonly isCounted: (claim: CallClaim) => boolean;
}

function limitsOf(claim: CallClaim, shares: BudgetShares): Limit[] {
  const limits: Limit[] = [{ limit: shares.total, isCounted: () => true }];
  if (claim === 'coins') return limits;
  if (claim === 'backfill') {
    limits.push({ limit: shares.backfill, isCounted: (other) => other === 'backfill' });
    limits.push({ limit: shares.coins - keptRetries, isCounted: isOfCoins });
    return limits;
  }
  limits.push({ limit: shares.total - shares.coins, isCounted: (other) => !isOfCoins(other) });
  if (claim === 'figures') return limits;
  limits.push({ limit: shares.onDemand, isCounted: isOnDemand });
  if (claim === 'known') return limits;
  limits.push({ limit: shares.unlisted, isCounted: (other) => other === claim });
  return limits;
}
