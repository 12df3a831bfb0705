import { randomUUID } from 'node:crypto';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { CoinId } from '#contract/units.ts';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { WatchlistStore } from './store.ts';

/** The coins that a user watches. */
export interface WatchlistService {
  listItems(userId: string): Promise<WatchlistItem[]>;
  /**
   * Adds a coin with the market's symbol and name. `isNew` is false if it was already on the watchlist. `addedAt`: an
   * ISO instant from 1970 on that determines its place in the list; now, if absent or in the future. Throws `not_found` for an unknown
   * coin, `limit_reached` at the plan's limit, `conflict` at the maximum of any account, and `market_unavailable`.
   */
  addItem(userId: string, coinId: CoinId, addedAt?: string): Promise<{ item: WatchlistItem; isNew: boolean }>;
  /** Throws `not_found` if the coin is not on the watchlist. */
  removeItem(userId: string, coinId: CoinId): Promise<void>;
}

interface WatchlistServiceDeps {
  readonly db: Database;
  readonly store: WatchlistStore;
  readonly findCoin: FindCoin;
  readonly clock: Clock;
}

/**
 * `known`: it is already on the list. `full`: the tier allows no more. `over`: no account may have more. `gone`: the
 * user no longer exists.
 */
type AddOutcome =
  | { readonly outcome: 'added' | 'known'; readonly item: WatchlistItem }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'gone' };

export function createWatchlistService(deps: WatchlistServiceDeps): WatchlistService {
  const { db, store, findCoin, clock } = deps;
  return {
    listItems: store.list,

    async addItem(userId, coinId, addedAt) {
      // Checked first, so that a known coin is found even while the market is unavailable.
      const known = await store.find(db, userId, coinId);
      if (known) return { item: known, isNew: false };
      const coin = await findCoin(coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const asked = addedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(addedAt);
      // An account file has no instants before 1970.
      const at = Math.max(0, Math.min(asked, clock.now()));
      const item = { id: randomUUID(), ...coin, addedAt: new Date(at).toISOString() };
      const answer = await addIfAllowed(deps, userId, item);
      if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account no longer exists.');
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'watchlist');
      if (answer.outcome === 'over') throw tooManyCoins();
      return { item: answer.item, isNew: answer.outcome === 'added' };
    },

    async removeItem(userId, coinId) {
      const isRemoved =
        (await store.remove(userId, coinId)) || (await store.remove(userId, coinId.toLowerCase()));
      if (!isRemoved) throw new AppError('not_found', 'This coin is not on your watchlist.');
    },
  };
}

function addIfAllowed(
  { db, store }: WatchlistServiceDeps,
  userId: string,
  item: WatchlistItem,
): Promise<AddOutcome> {
  return transact(db, async (tx) => {
    const user = await lockOwner(tx, userId);
    if (!user) return { outcome: 'gone' };
    const known = await store.find(tx, userId, item.coinId);
    if (known) return { outcome: 'known', item: known };
    const count = await store.count(tx, userId);
    if (!canAdd(user.tier, 'watchlist', count)) return { outcome: 'full', tier: user.tier };
    if (count >= accountMaximums.watchlist) return { outcome: 'over' };
    await store.add(tx, userId, item, user.revision);
    return { outcome: 'added', item };
  });
}

function tooManyCoins(): AppError {
  const max = accountMaximums.watchlist.toLocaleString('en-US');
  return new AppError('conflict', `An account has room for ${max} watched coins. Remove some first.`);
}
