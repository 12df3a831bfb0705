import { memoize } from '#server/platform/cache/memoize.ts';
import type { FindCoin, MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';

/** The first of each id. Reversed, because the last of a map's equal keys wins. */
const indexByLowerId = memoize(
  ({ coins }: Snapshot) => new Map(coins.toReversed().map((coin) => [coin.id.toLowerCase(), coin])),
);

/** Finds a coin's id, symbol and name by an id in any case; null if the market has no such coin. */
export function createFindCoin(market: Pick<MarketService, 'snapshot' | 'getCoin'>): FindCoin {
  return async (requestedId) => {
    const lower = requestedId.toLowerCase();
    const snapshot = market.snapshot();
    // Nearly always in the snapshot, which needs no upstream call.
    const row = snapshot && indexByLowerId(snapshot).get(lower);
    const coin = row ?? (await market.getCoin(lower))?.value;
    return coin ? { coinId: coin.id, symbol: coin.symbol, name: coin.name } : null;
  };
}
