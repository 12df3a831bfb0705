import type { Coin } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { confirmationsNeeded, isPrice, isWithinTenfold } from './tenfold.ts';

/** What the price check remembers about one coin. */
export interface CheckedCoin {
  /** The last row that was accepted. */
  readonly row: Coin;
  /** A price held back until it is confirmed. */
  readonly candidate: Candidate | null;
  /** When the coin was last in the list. */
  readonly seenAt: Instant;
}

interface Candidate {
  readonly price: number;
  readonly confirmations: number;
}

/**
 * Checks a coin's newest row against the last accepted one. A result with a `candidate` shows the old row, marked as
 * quarantined. Null if no price has ever been accepted.
 */
export function checkCoin(known: CheckedCoin | undefined, row: Coin, now: Instant): CheckedCoin | null {
  const price = row.current_price;
  if (!isPrice(price)) return known ? { ...known, seenAt: now } : null;
  const accepted: CheckedCoin = { row, candidate: null, seenAt: now };
  if (!known || isWithinTenfold(price, known.row.current_price!)) return accepted;
  const candidate = confirmCandidate(known.candidate, price);
  if (candidate.confirmations >= confirmationsNeeded) return accepted;
  return { ...known, candidate, seenAt: now };
}

function confirmCandidate(before: Candidate | null, price: number): Candidate {
  if (!before || !isWithinTenfold(price, before.price)) return { price, confirmations: 0 };
  return { price: before.price, confirmations: before.confirmations + 1 };
}
