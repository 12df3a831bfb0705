import type { FindCoin, MarketService } from '../service.ts';

/** Gives a coin's own id, symbol and name for the id somebody wrote, in any case; null where the market has no such coin. */
export function createFindCoin(market: Pick<MarketService, 'snapshot' | 'getCoin'>): FindCoin {
  return async (asked) => {
    const lower = asked.toLowerCase();
    // Nearly always a coin of the list, which costs no call upstream.
    const row = market.snapshot()?.coins.find(({ id }) => id.toLowerCase() === lower);
    const coin = row ?? (await market.getCoin(lower))?.value;
    return coin ? { coinId: coin.id, symbol: coin.symbol, name: coin.name } : null;
  };
}
