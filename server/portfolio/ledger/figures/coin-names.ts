import type { CoinId } from '#contract/units.ts';

export interface CoinNames {
  readonly symbol: string;
  readonly name: string;
}

/** Symbols and names of coins, of all that are asked for. */
export type ReadCoinNames = (
  portfolioId: string,
  coinIds: readonly CoinId[],
) => Promise<ReadonlyMap<CoinId, CoinNames>>;
