import type { Coin, Global, MarketSource, TrendingCoin } from '#contract/market.ts';

/**
 * Everything of one refresh: immutable, replaced as a whole. `coins` are in rank order as the provider gave them,
 * after quarantine. `asOf` is when the coins were fetched upstream, in milliseconds.
 */
export interface Snapshot {
  readonly source: MarketSource;
  readonly asOf: number;
  readonly coins: readonly Coin[];
  readonly global: Global | null;
  readonly trending: readonly TrendingCoin[];
  /** Rows left out of this refresh because they could not be read. */
  readonly rejected: number;
}
