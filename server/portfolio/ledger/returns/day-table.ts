import type { CoverageSource } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { Money } from '../engine/fixed-point.ts';

/** Why a value can't be said. */
export interface Missing {
  readonly kind: 'price' | 'pending' | 'rate';
  /** The coin, or the currency. */
  readonly name: string;
  readonly day: DayNumber;
}

/** A value in the figures' currency, or what is missing for it. */
export type Known<T> = T | Missing;

export const isMissing = <T>(value: Known<T>): value is Missing =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** What was held on one day, and what went in and out. */
export interface LedgerDay {
  readonly day: DayNumber;
  /** At the end of the day. */
  readonly value: Known<Money>;
  readonly in: Known<Money>;
  readonly out: Known<Money>;
  /** The price of one bitcoin at the end of the day, in units of 10⁻⁵⁴: price and rate multiplied, unrounded. */
  readonly bitcoin: Known<bigint>;
}

/** Days without a price of a coin that was held or moved, both included. */
export interface Gap {
  readonly coinId: CoinId;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** A ledger day by day. The first day is the one before the span: its value is what the span starts with. */
export interface DayTable {
  readonly days: readonly LedgerDay[];
  readonly gaps: readonly Gap[];
  /** Where the prices of what was held come from. */
  readonly sources: readonly CoverageSource[];
}

/** The sum, or what is first missing of it. */
export function addKnown(a: Known<Money>, b: Known<Money>): Known<Money> {
  if (isMissing(a)) return a;
  return isMissing(b) ? b : a + b;
}
