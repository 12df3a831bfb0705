import { randomUUID } from 'node:crypto';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { limitReached, mayAdd } from '../billing/service.ts';
import type { FindCoin } from '../market/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { WatchlistStore } from './store.ts';

export interface WatchlistService {
  listItems(userId: string): Promise<WatchlistItem[]>;
  /** Follows a coin under the market's own symbol and name. `isNew` false: it was followed already. */
  addItem(userId: string, coinId: string): Promise<{ item: WatchlistItem; isNew: boolean }>;
  removeItem(userId: string, coinId: string): Promise<void>;
}

/** Refuses with `AppError`: `not_found`, `limit_reached`, `market_unavailable`. */
export function createWatchlistService(deps: {
  store: WatchlistStore;
  findCoin: FindCoin;
  clock: Clock;
}): WatchlistService {
  const { store, findCoin, clock } = deps;
  return {
    listItems: store.listItems,

    async addItem(userId, coinId) {
      // What is followed already is, even while the market cannot be asked.
      const known = await store.findItem(userId, coinId);
      if (known) return { item: known, isNew: false };
      const coin = await findCoin(coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const item = { id: randomUUID(), ...coin, addedAt: new Date(clock.now()).toISOString() };
      const answer = await store.addItem(userId, item, (tier, count) => mayAdd(tier, 'watchlist', count));
      if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account is no longer there.');
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'watchlist');
      return { item: answer.item, isNew: answer.outcome === 'added' };
    },

    async removeItem(userId, coinId) {
      const isRemoved =
        (await store.removeItem(userId, coinId)) || (await store.removeItem(userId, coinId.toLowerCase()));
      if (!isRemoved) throw new AppError('not_found', 'This coin is not on your watchlist.');
    },
  };
}
