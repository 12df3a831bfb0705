import type { Milliseconds } from '#contract/units.ts';

/**
 * The purpose of a call. `coins`: refreshing the coin list. `figures`: refreshing global figures and trending. `known`:
 * a visitor's request for a coin of the snapshot. `unlisted`: for an id that may be invented. `search`: a visitor's
 * search. `archive`: our request for a daily history that some figure needs. `backfill`: for one that nobody is waiting
 * for.
 */
export type CallClaim = 'coins' | 'figures' | 'known' | 'unlisted' | 'search' | 'archive' | 'backfill';

/** Calls per window, by purpose. */
export interface BudgetShares {
  readonly total: number;
  /** Reserved for the coin list. */
  readonly coins: number;
  /** For all visitors together. */
  readonly onDemand: number;
  /** The part of `onDemand` for unlisted ids; searches and the archive each get the same amount. */
  readonly unlisted: number;
  /** Calls reserved for the coin list that its refreshes don't need. */
  readonly backfill: number;
}

/** A minute plus a second: the provider counts arrivals, whose delay varies. */
export const budgetWindowMs = 61_000;

/** The last calls of each share are reserved for networks that were granted none in the last minute. */
export const keptForOthers = 3;
export const networkMemoryMs: Milliseconds = 60_000;

/** Retries of a failing refresh that must fit into a window. */
const reservedRetries = 5;
/** Those of them that are never given to backfilling. */
const keptRetries = 2;

/**
 * Divides a budget. Refreshing gets what it needs, up to 60%; visitors share the rest, of which unlisted ids and
 * searches get at most a third each, but no less than is kept for other networks. Backfilling uses retries that
 * refreshing doesn't need, so it costs visitors nothing.
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

/** Calls of the coin list's share, which one server makes for all. */
export const coinListClaims: readonly CallClaim[] = ['coins', 'backfill'];
const onDemand: readonly CallClaim[] = ['known', 'unlisted', 'search', 'archive'];
const others: readonly CallClaim[] = [...onDemand, 'figures'];

export const isCoinListClaim = (claim: CallClaim) => coinListClaims.includes(claim);
export const isOnDemand = (claim: CallClaim) => onDemand.includes(claim);

/** A limit on the calls of these claims together. */
export interface ClaimLimit {
  readonly limit: number;
  readonly claims: readonly CallClaim[];
}

/** The limits that a call with this claim must fit into. */
export function limitsOf(claim: CallClaim, shares: BudgetShares): ClaimLimit[] {
  const limits: ClaimLimit[] = [{ limit: shares.total, claims: [...coinListClaims, ...others] }];
  if (claim === 'coins') return limits;
  if (claim === 'backfill') {
    limits.push({ limit: shares.backfill, claims: ['backfill'] });
    limits.push({ limit: shares.coins - keptRetries, claims: coinListClaims });
    return limits;
  }
  limits.push({ limit: shares.total - shares.coins, claims: others });
  if (claim === 'figures') return limits;
  limits.push({ limit: shares.onDemand, claims: onDemand });
  if (claim === 'known') return limits;
  limits.push({ limit: shares.unlisted, claims: [claim] });
  return limits;
}
