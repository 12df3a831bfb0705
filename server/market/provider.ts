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

/** The readable rows, and how many were not. */
export interface Parsed<T> {
  readonly rows: readonly T[];
  readonly rejected: number;
}

/** A coin of the list of all coins. */
export interface ListedCoin {
  readonly id: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** By lower-case code, decimal text of at most 36 places. */
export type CurrencyRates = ReadonlyMap<string, DecimalText>;

/**
 * Where market data comes from. Every call may throw an `UpstreamError`. None retries, waits for a budget or caches:
 * the feed and the service do. Images are the provider's own URLs; the responses replace them by ours.
 */
export interface MarketProvider {
  readonly source: MarketSource;
  /** The top 250 coins by market cap, with 1h, 24h and 7d changes and the raw 7-day sparkline cut to 30 points. */
  listCoins(signal: AbortSignal): Promise<Parsed<Coin>>;
  /** Every coin that there is, without figures. */
  listAllCoins(signal: AbortSignal): Promise<Parsed<ListedCoin>>;
  getGlobal(signal: AbortSignal): Promise<Global>;
  listTrending(signal: AbortSignal): Promise<Parsed<TrendingCoin>>;
  /** Null: the provider does not know the coin. */
  getCoin(coinId: CoinId, signal: AbortSignal): Promise<CoinDetail | null>;
  /** In dollars, or in the currency given by its lower-case code, each point at the rate of its own time. */
  getHistory(
    coinId: CoinId,
    days: HistoryDays,
    interval: HistoryInterval,
    signal: AbortSignal,
    currency?: string,
  ): Promise<History | null>;
  /**
   * The prices of the longest daily history alone. Only of a provider that works histories out: of any other it costs as much
   * as all of it.
   */
  listDailyPrices?(coinId: CoinId): Promise<readonly PricePoint[] | null>;
  /** In dollars, or in the currency given by its lower-case code, each candle at the rates of its own time. */
  listCandles(
    coinId: CoinId,
    days: CandleDays,
    signal: AbortSignal,
    currency?: string,
  ): Promise<readonly Candle[] | null>;
  searchCoins(query: string, signal: AbortSignal): Promise<Parsed<SearchCoin>>;
  /** Units of each currency a US dollar, by lower-case code; the dollar is 1. */
  getRates(signal: AbortSignal): Promise<CurrencyRates>;
}

export type UpstreamFailure =
  | 'rate_limited'
  | 'over_budget'
  | 'unavailable'
  | 'timeout'
  | 'unreadable'
  | 'refused';

/** The longest Retry-After of a provider that is followed. */
export const maxRetryAfterMs: Milliseconds = 120_000;

/** A call to the provider without a usable answer. `retryAfterMs` is its Retry-After, up to the maximum followed. */
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
