import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { CloseLine, CloseSpan } from '#server/market/closes/service.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';

/** A price or rate of the past with where it comes from, for proofs. */
export interface PastValue {
  /** A price has at most 18 places, a rate at most 36: so that money converted and back is the same to its 18th. */
  readonly value: DecimalText;
  /** The instant that it is the price of. */
  readonly at: Instant;
  /** Who said so: `coingecko`, `simulated`, `import`, `ecb`, `own`. */
  readonly source: string;
}

/** A UTC day, `2024-03-31`. */
export type Day = string;

export interface WantedClose {
  readonly coinId: CoinId;
  readonly day: Day;
}

/**
 * Prices of coins and rates of currencies by day, in US dollars. A close is the price at the day's end; of today, the last
 * accepted quote. What was once used stays.
 */
export interface PastPrices {
  /**
   * In the order asked for. `pending`: it is being asked for and will be there later; null: not to be had. Never waits for
   * the provider.
   */
  readCloses(wanted: readonly WantedClose[]): Promise<readonly (PastValue | 'pending' | null)[]>;
  /**
   * Units of a currency a dollar on these days (of weekends: the last before, at most seven days back), in the order asked
   * for; null: there is none. Dollars are 1.
   */
  readRates(
    wanted: readonly { readonly currency: string; readonly day: Day }[],
  ): Promise<readonly (PastValue | null)[]>;
}

/** One coin's prices by day. */
export interface PastLine {
  readonly prices: { get(day: DayNumber): DecimalText | undefined };
  /** Whose closes they are. */
  readonly sources: CloseLine['sources'];
  /** More of it is being asked of the provider. */
  readonly isPending: boolean;
}

/** The same, and days in rows. */
export interface PastValues extends PastPrices {
  /** One coin's closes on all days of a span. */
  readLine(span: CloseSpan): Promise<PastLine>;
}
