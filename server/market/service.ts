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
import type { Snapshot } from './snapshot.ts';

/** Something fetched on demand: its value, when it was fetched upstream (ms), and whether it is past its time. */
export interface Fetched<T> {
  readonly value: T;
  readonly fetchedAt: number;
  readonly isStale: boolean;
}

/** A coin as the market names it. */
export interface CoinName {
  readonly coinId: string;
  readonly symbol: string;
  readonly name: string;
}

/** Looks a coin up by the id somebody wrote; null where there is none. Throws `AppError('market_unavailable')`. */
export type FindCoin = (coinId: string) => Promise<CoinName | null>;

/**
 * The market as the rest of the server sees it. Nothing here grows upstream calls with visitors: the snapshot is
 * held, the rest comes from a bounded cache, one flight per key, within the call budget.
 * On-demand calls throw `AppError('market_unavailable')` where nothing was ever had; null means unknown coin.
 * Coin ids are read whatever their case.
 */
export interface MarketService {
  /** Source, state and age right now. `state` moves to `stale` with time alone. */
  status(): MarketStatus;
  /** The snapshot held, or null while starting. A new object for each refresh. */
  snapshot(): Snapshot | null;
  /** Called after each new snapshot and each change of state or source; returns how to stop. */
  onChange(listener: () => void): () => void;
  getCoin(coinId: string): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: string, days: HistoryDays, interval: HistoryInterval): Promise<Fetched<History> | null>;
  listCandles(coinId: string, days: CandleDays): Promise<Fetched<readonly Candle[]> | null>;
  searchCoins(query: string): Promise<Fetched<readonly SearchCoin[]>>;
}
