import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { CloseSpan, ClosesByDay } from '#server/market/closes/service.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';

/** A past price or rate with its source, for proofs. */
export interface PastValue {
  /** Prices have up to 18 decimals, rates up to 36, so that converting money back and forth keeps 18 decimals. */
  readonly value: DecimalText;
  /** The instant of the price. */
  readonly at: Instant;
  /** A `CloseSource`, `simulated`, or for a rate `ecb`. */
  readonly source: string;
}

/** A past price or rate with what it is of. `pending`: it was still being requested. */
export interface DayValue {
  readonly kind: 'quote' | 'rate';
  /** A coin id or a currency code. */
  readonly name: string;
  readonly day: Day;
  readonly value: PastValue | 'pending';
}

/** A UTC day, such as `2024-03-31`. */
export type Day = string;

export interface WantedClose {
  readonly coinId: CoinId;
  readonly day: Day;
}

/**
 * Prices of coins in US dollars, and rates of currencies, by day. A close is the price at the end of the day; today's is
 * the last accepted quote. A past value that was once used doesn't change.
 */
export interface PastPrices {
  /**
   * In the order of the request. `pending`: requested from the provider and available later; null: unavailable. Never
   * waits for the provider.
   */
  readCloses(wanted: readonly WantedClose[]): Promise<readonly (PastValue | 'pending' | null)[]>;
  /**
   * Units of a currency per dollar on these days, in the order of the request; null if there is none. Weekends use the
   * last earlier rate, at most seven days back. The dollar's rate is 1. `pending`: the currency is a coin whose close is
   * being requested.
   */
  readRates(
    wanted: readonly { readonly currency: string; readonly day: Day }[],
  ): Promise<readonly (PastValue | 'pending' | null)[]>;
}

/** One coin's prices by day. */
export interface PricesByDay {
  readonly prices: { get(day: DayNumber): DecimalText | undefined };
  /** The sources of the closes. */
  readonly sources: ClosesByDay['sources'];
  /** Whether more closes are being requested from the provider. */
  readonly isPending: boolean;
}

/** Past prices that can also be read for a whole span of days at once. */
export interface PastValues extends PastPrices {
  /** One coin's closes on all days of a span. */
  readSpan(span: CloseSpan): Promise<PricesByDay>;
}
