import type { CoinId } from '#contract/units.ts';
import type { FindCoin } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { TransactionStore } from '../transactions/store.ts';

export interface CoinNames {
  readonly symbol: string;
  readonly name: string;
}

/** Symbols and names of coins, of all that are asked for and known. */
export type ReadCoinNames = (
  portfolioId: string,
  coinIds: readonly CoinId[],
) => Promise<ReadonlyMap<CoinId, CoinNames>>;

/** As the ledger has them; of coins that never came into it (a preview may have one), as the market has them. */
export function createReadCoinNames({
  transactions,
  findCoin,
}: {
  readonly transactions: Pick<TransactionStore, 'listCoinNames'>;
  readonly findCoin: FindCoin;
}): ReadCoinNames {
  return async (portfolioId, coinIds) => {
    const stored = await transactions.listCoinNames(portfolioId, coinIds);
    const names = new Map<CoinId, CoinNames>(stored.map((name) => [name.coinId, name]));
    for (const coinId of coinIds) {
      const found = names.has(coinId) ? null : await findIfThere(findCoin, coinId);
      if (found) names.set(coinId, found);
    }
    return names;
  };
}

/** Null also while the market is away: figures do without names. */
async function findIfThere(findCoin: FindCoin, coinId: CoinId): Promise<CoinNames | null> {
  try {
    return await findCoin(coinId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'market_unavailable') return null;
    throw error;
  }
}
