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
}

/** Refreshes after the first that must agree before what was not believed is. */
export const confirmationsNeeded = 2;
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
export function judgeQuote(known: QuoteBelief | undefined, row: Coin, now: number): QuoteBelief | null {
  const price = row.current_price;
  if (!isPrice(price)) return known ? { ...known, seenAt: now } : null;
  const believed: QuoteBelief = { row, candidate: null, seenAt: now };
  if (!known || isWithinTenfold(price, known.row.current_price!)) return believed;
  const candidate = weighCandidate(known.candidate, price);
  if (candidate.confirmations >= confirmationsNeeded) return believed;
  return { ...known, candidate, seenAt: now };
}

function weighCandidate(before: Candidate | null, price: number): Candidate {
  if (!before || !isWithinTenfold(price, before.price)) return { price, confirmations: 0 };
  return { price: before.price, confirmations: before.confirmations + 1 };
}
