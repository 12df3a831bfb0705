import type { FindCoin, MarketService } from '../service.ts';

/** Finds a coin's id, symbol and name by an id in any case; null if the market has no such coin. */
export function createFindCoin(market: Pick<MarketService, 'snapshot' | 'getCoin'>): FindCoin {
  return async (requestedId) => {
    const lower = requestedId.toLowerCase();
    // Nearly always in the snapshot, which needs no upstream call.
    const row = market.snapshot()?.coins.find(({ id }) => id.toLowerCase() === lower);
    const coin = row ?? (await market.getCoin(lower))?.value;
    return coin ? { coinId: coin.id, symbol: coin.symbol, name: coin.name } : null;
  };
}
