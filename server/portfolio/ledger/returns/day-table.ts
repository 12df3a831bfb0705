import type { CoverageSource } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { Money } from '../engine/fixed-point.ts';

/** Why a value is unknown. */
export interface Missing {
  readonly kind: 'price' | 'pending' | 'rate';
  /** The coin id or the currency code. */
  readonly name: string;
  readonly day: DayNumber;
}

/** A value in the figures' currency, or what is missing for it. */
export type Known<T> = T | Missing;

export const isMissing = <T>(value: Known<T>): value is Missing =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** A day's closing values and flows. */
export interface LedgerDay {
  readonly day: DayNumber;
  /** At the end of the day. */
  readonly value: Known<Money>;
  /** Put in, and taken out, on that day. */
  readonly in: Known<Money>;
  readonly out: Known<Money>;
  /** The price of a bitcoin at the end of the day in units of 10⁻⁵⁴: price × rate, unrounded. */
  readonly bitcoin: Known<bigint>;
}

/** Days (both inclusive) without a price of a coin that was held or moved. */
export interface Gap {
  readonly coinId: CoinId;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** A ledger day by day. The first day precedes the span: its value is the span's opening value. */
export interface DayTable {
  readonly days: readonly LedgerDay[];
  readonly gaps: readonly Gap[];
  /** The sources of the prices used. */
  readonly sources: readonly CoverageSource[];
}

/** The sum, or the first missing part. */
export function addKnown(a: Known<Money>, b: Known<Money>): Known<Money> {
  if (isMissing(a)) return a;
  return isMissing(b) ? b : a + b;
}
