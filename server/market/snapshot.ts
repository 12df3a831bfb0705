import type { Coin, Global, MarketSource, TrendingCoin } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';

/**
 * All data of one refresh: immutable, replaced as a whole. `coins` are in the provider's order, after the price check.
 * `asOf` is when the coins were fetched upstream.
 */
export interface Snapshot {
  readonly source: MarketSource;
  readonly asOf: Instant;
  /**
   * Increases with each snapshot, and is the same on all servers sharing a database. Undefined if there is only one
   * server.
   */
  readonly id?: number | undefined;
  readonly coins: readonly Coin[];
  readonly global: Global | null;
  readonly trending: readonly TrendingCoin[];
  /** Rows left out of this refresh because they could not be read. */
  readonly rejected: number;
}
