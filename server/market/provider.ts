import type {
  Candle,
  CandleDays,
  Coin,
  CoinDetail,
  Global,
  History,
  HistoryDays,
  HistoryInterval,
  MarketSource,
  SearchCoin,
  TrendingCoin,
} from '#contract/market.ts';

/** Rows that could be read, and how many were left out because they could not. */
export interface Parsed<T> {
  readonly rows: readonly T[];
  readonly rejected: number;
}

/**
 * Where market data comes from. Every call may throw an `UpstreamError`; none retries, waits for a budget or
 * caches: that is the feed's and the service's work. Images are the provider's own addresses; the service
 * replaces them by ours.
 */
export interface MarketProvider {
  readonly source: MarketSource;
  /** The top 250 coins by market cap, with 1h, 24h and 7d changes and the raw 7-day sparkline cut to 30 points. */
  listCoins(signal: AbortSignal): Promise<Parsed<Coin>>;
  getGlobal(signal: AbortSignal): Promise<Global>;
  listTrending(signal: AbortSignal): Promise<Parsed<TrendingCoin>>;
  /** Null: the provider does not know the coin. */
  getCoin(coinId: string, signal: AbortSignal): Promise<CoinDetail | null>;
  getHistory(
    coinId: string,
    days: HistoryDays,
    interval: HistoryInterval,
    signal: AbortSignal,
  ): Promise<History | null>;
  listCandles(coinId: string, days: CandleDays, signal: AbortSignal): Promise<readonly Candle[] | null>;
  searchCoins(query: string, signal: AbortSignal): Promise<Parsed<SearchCoin>>;
}

export type UpstreamFailure =
  | 'rate_limited'
  | 'over_budget'
  | 'unavailable'
  | 'timeout'
  | 'unreadable'
  | 'refused';

/** The longest that a provider's Retry-After is obeyed, in milliseconds. */
export const longestRetryAfterMs = 120_000;

/** A call to the provider that gave no usable answer. `retryAfterMs` is what it wished, up to the longest obeyed. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure;
  readonly retryAfterMs: number | undefined;
  constructor(failure: UpstreamFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'UpstreamError';
    this.failure = failure;
    this.retryAfterMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, longestRetryAfterMs);
  }
}
