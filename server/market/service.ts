import type {
  Candle,
  CandleDays,
  CoinDetail,
  History,
  HistoryDays,
  HistoryInterval,
  MarketStatus,
  SearchCoin,
} from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Snapshot } from './snapshot.ts';

/** A value fetched on demand, with the time of the upstream call. */
export interface Fetched<T> {
  readonly value: T;
  readonly fetchedAt: Instant;
  readonly isStale: boolean;
}

/** A coin with the market's id, symbol and name. */
export interface CoinName {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** Finds a coin by an id in any case; null where there is none. Throws `AppError('market_unavailable')`. */
export type FindCoin = (coinId: string) => Promise<CoinName | null>;

/**
 * The market as the rest of the server sees it. Upstream calls do not grow with visitors: the snapshot is held, the
 * rest comes from a bounded cache with one call per key, within the call budget.
 * On-demand calls throw `AppError('market_unavailable')` where nothing was ever fetched; null means unknown coin.
 * Coin ids match in any case.
 */
export interface MarketService {
  /** Source, state and age now. `state` becomes `stale` with time alone. */
  status(): MarketStatus;
  /** The held snapshot, or null while starting. A new object for each refresh. */
  snapshot(): Snapshot | null;
  /** Calls `listener` after each new snapshot and each change of state or source; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  getCoin(coinId: CoinId): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: CoinId, days: HistoryDays, interval: HistoryInterval): Promise<Fetched<History> | null>;
  listCandles(coinId: CoinId, days: CandleDays): Promise<Fetched<readonly Candle[]> | null>;
  searchCoins(query: string): Promise<Fetched<readonly SearchCoin[]>>;
}
