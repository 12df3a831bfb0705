import type { Coin } from '#contract/market.ts';

/** What is believed of one coin. */
export interface QuoteBelief {
  /** The last row that was believed. */
  readonly row: Coin;
  /** A price that is not believed yet. */
  readonly candidate: Candidate | null;
  /** When the coin was last in the list (ms). */
  readonly seenAt: number;
}

interface Candidate {
  readonly price: number;
  readonly confirmations: number;
  /** When it was first seen (ms). */
  readonly since: number;
  readonly lastUpdated: string | null;
  /** It came with a newer `last_updated` than the believed row: this provider dates its quotes. */
  readonly isDated: boolean;
}

/** Refreshes after the first that must agree before what was not believed is. */
export const confirmationsNeeded = 2;
/** A provider, or one row of it, that repeats itself for this long no longer counts as news. */
export const frozenAfterMs = 600_000;
/** No coin has ever cost this much: a price above it is a fault, however often it is repeated. */
const highestPrice = 1e12;
const farthestMove = 10;
/** Ten times a price in binary floating point may come out a hair above ten. */
const tolerance = 1 + 1e-9;

/** A price that could be true at all. */
export function isPrice(price: number | null | undefined): price is number {
  return typeof price === 'number' && price > 0 && price <= highestPrice;
}

/** Whether two prices are not more than ten times apart, up or down. */
export function isWithinTenfold(a: number, b: number): boolean {
  return Math.max(a, b) <= Math.min(a, b) * farthestMove * tolerance;
}

/**
 * Judges a coin's newest row against what is believed of it. A result with a `candidate` means that its old row is to
 * be shown, marked. Null: there is nothing to believe, neither now nor from before.
 */
export function judgeQuote(
  known: QuoteBelief | undefined,
  row: Coin,
  at: { now: number; isMarketMoving: boolean },
): QuoteBelief | null {
  const price = row.current_price;
  if (!isPrice(price)) return known ? { ...known, seenAt: at.now } : null;
  const believed: QuoteBelief = { row, candidate: null, seenAt: at.now };
  if (!known || isWithinTenfold(price, known.row.current_price!)) return believed;
  const candidate = weighCandidate(known, price, row.last_updated, at);
  if (candidate.confirmations >= confirmationsNeeded) return believed;
  return { ...known, candidate, seenAt: at.now };
}

function weighCandidate(
  known: QuoteBelief,
  price: number,
  lastUpdated: string | null,
  at: { now: number; isMarketMoving: boolean },
): Candidate {
  const before = known.candidate;
  if (!before || !isWithinTenfold(price, before.price)) {
    const isDated = known.row.last_updated !== null && isNewer(lastUpdated, known.row.last_updated);
    return { price, confirmations: 0, since: at.now, lastUpdated, isDated };
  }
  const isLongRepeated = at.isMarketMoving && at.now - before.since >= frozenAfterMs;
  const isNews = !before.isDated || isNewer(lastUpdated, before.lastUpdated) || isLongRepeated;
  return isNews ? { ...before, confirmations: before.confirmations + 1, lastUpdated } : before;
}

/** ISO instants in UTC compare as text. A missing one says nothing, so it counts as newer. */
function isNewer(lastUpdated: string | null, than: string | null): boolean {
  return lastUpdated === null || than === null || lastUpdated > than;
}
