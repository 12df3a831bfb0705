import { LRUCache } from 'lru-cache';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import type { FindCoin } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { TransactionStore } from '../transactions/store.ts';

export interface CoinNames {
  readonly symbol: string;
  readonly name: string;
}

/** Returns the symbols and names of the requested coins; unknown coins are left out. */
export type ReadCoinNames = (
  portfolioId: string,
  coinIds: readonly CoinId[],
) => Promise<ReadonlyMap<CoinId, CoinNames>>;

/** The most names cached, over all ledgers: looking up those of a large one takes milliseconds, and they rarely change. */
const maxNames = 20_000;
const nameLifeMs: Milliseconds = 10 * 60_000;

/** Reads names from the ledger; for coins that aren't in it, as in a preview, from the market. */
export function createReadCoinNames({
  transactions,
  findCoin,
}: {
  readonly transactions: Pick<TransactionStore, 'listCoinNames'>;
  readonly findCoin: FindCoin;
}): ReadCoinNames {
  const kept = new LRUCache<string, CoinNames>({ max: maxNames, ttl: nameLifeMs });

  async function readStored(portfolioId: string, coinIds: readonly CoinId[]): Promise<void> {
    if (coinIds.length === 0) return;
    for (const label of await transactions.listCoinNames(portfolioId, coinIds))
      kept.set(`${portfolioId} ${label.coinId}`, label);
  }

  return async (portfolioId, coinIds) => {
    const find = (coinId: CoinId) => kept.get(`${portfolioId} ${coinId}`);
    await readStored(
      portfolioId,
      coinIds.filter((coinId) => !find(coinId)),
    );
    const names = new Map<CoinId, CoinNames>();
    for (const coinId of coinIds) {
      const stored = find(coinId);
      if (stored) names.set(coinId, stored);
    }
    for (const coinId of coinIds) {
      const found = names.has(coinId) ? null : await findIfAvailable(findCoin, coinId);
      if (found) names.set(coinId, found);
    }
    return names;
  };
}

/** Also null while the market is unavailable: figures work without names. */
async function findIfAvailable(findCoin: FindCoin, coinId: CoinId): Promise<CoinNames | null> {
  try {
    return await findCoin(coinId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'market_unavailable') return null;
    throw error;
  }
}
