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
  PricePoint,
  SearchCoin,
  TrendingCoin,
} from '#contract/market.ts';
import type { CoinId, DecimalText, Milliseconds } from '#contract/units.ts';

/** The readable rows, and how many were unreadable. */
export interface Parsed<T> {
  readonly rows: readonly T[];
  readonly rejected: number;
}

/** An entry of the list of all coins. */
export interface ListedCoin {
  readonly id: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** By lower-case code, as decimal text with at most 36 decimals. */
export type CurrencyRates = ReadonlyMap<string, DecimalText>;

/**
 * A source of market data. Every call may throw an `UpstreamError`. Providers don't retry, wait for a budget or cache:
 * the feed and the service do. Image URLs are the provider's; the responses replace them with ours.
 */
export interface MarketProvider {
  readonly source: MarketSource;
  /** The top 250 coins by market cap, with 1h, 24h and 7d changes and the raw 7-day sparkline cut to 30 points. */
  listCoins(signal: AbortSignal): Promise<Parsed<Coin>>;
  /** Every existing coin, without figures. */
  listAllCoins(signal: AbortSignal): Promise<Parsed<ListedCoin>>;
  getGlobal(signal: AbortSignal): Promise<Global>;
  listTrending(signal: AbortSignal): Promise<Parsed<TrendingCoin>>;
  /** Null if the provider does not know the coin. */
  getCoin(coinId: CoinId, signal: AbortSignal): Promise<CoinDetail | null>;
  /** In dollars, or in the currency with the lower-case code, each point at the rate of its time. */
  getHistory(
    coinId: CoinId,
    days: HistoryDays,
    interval: HistoryInterval,
    signal: AbortSignal,
    currency?: string,
  ): Promise<History | null>;
  /**
   * Only the prices of the longest daily history. Implemented by a provider that computes histories; from any other,
   * the prices cost as much as the whole history.
   */
  listDailyPrices?(coinId: CoinId): Promise<readonly PricePoint[] | null>;
  /** In dollars, or in the currency with the lower-case code, each candle at the rates of its time. */
  listCandles(
    coinId: CoinId,
    days: CandleDays,
    signal: AbortSignal,
    currency?: string,
  ): Promise<readonly Candle[] | null>;
  searchCoins(query: string, signal: AbortSignal): Promise<Parsed<SearchCoin>>;
  /** Units of each currency per US dollar, by lower-case code; the dollar is 1. */
  getRates(signal: AbortSignal): Promise<CurrencyRates>;
}

export type UpstreamFailure =
  | 'rate_limited'
  | 'over_budget'
  | 'unavailable'
  | 'timeout'
  | 'unreadable'
  | 'refused';

/** The longest Retry-After that is honoured. */
export const maxRetryAfterMs: Milliseconds = 120_000;

/** A call to the provider without a usable answer. `retryAfterMs` is its Retry-After, capped at `maxRetryAfterMs`. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure;
  readonly retryAfterMs: Milliseconds | undefined;
  constructor(failure: UpstreamFailure, message: string, retryAfterMs?: Milliseconds) {
    super(message);
    this.name = 'UpstreamError';
    this.failure = failure;
    this.retryAfterMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, maxRetryAfterMs);
  }
}
