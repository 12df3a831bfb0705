import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountMaximums } from '#contract/plans.ts';
import { getLimit } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../tests/support/migrated-database.ts';
import { mergeWatchlists } from './merge-store.ts';
import { createWatchlistService, type WatchlistService } from './service.ts';
import { createWatchlistStore, type WatchlistStore } from './store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`watchlists on ${name}`, () => {
    let db: Database;
    let store: WatchlistStore;
    let watchlist: WatchlistService;
    let now = Date.UTC(2026, 0, 1);
    const add = async (userId: string, ...coinIds: string[]) => {
      for (const coinId of coinIds) await watchlist.addItem(userId, coinId);
    };
    const coinIdsOf = async (userId: string) => (await store.list(userId)).map(({ coinId }) => coinId);

    useMigratedDatabase(create, (opened) => {
      db = opened;
      store = createWatchlistStore(db);
      watchlist = createWatchlistService({
        db,
        store,
        findCoin: async (coinId) => ({ coinId, symbol: coinId.slice(0, 3), name: coinId }),
        clock: { now: () => now },
      });
    });

    it('keep the order of adding, even within a millisecond', async () => {
      const user = await addUser(db);
      const coinIds = ['zcash', 'bitcoin', 'monero', 'aave'];
      const added = [];
      for (const coinId of coinIds) added.push((await watchlist.addItem(user, coinId)).item);
      expect(await store.list(user)).toEqual(added);
      expect(await coinIdsOf(user)).toEqual(coinIds);
    });

    it('contain a coin once', async () => {
      const user = await addUser(db);
      const { item } = await watchlist.addItem(user, 'bitcoin');
      expect(await watchlist.addItem(user, 'bitcoin')).toEqual({ item, isNew: false });
      expect(await coinIdsOf(user)).toEqual(['bitcoin']);
    });

    it('contain a coin once when it is added many times concurrently', async () => {
      const user = await addUser(db);
      const answers = await Promise.all(Array.from({ length: 20 }, () => watchlist.addItem(user, 'bitcoin')));
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await coinIdsOf(user)).toEqual(['bitcoin']);
    });

    it('stay within the limit of the plan when coins are added concurrently', async () => {
      const user = await addUser(db, 'free');
      const limit = getLimit('free', 'watchlist')!;
      const coinIds = Array.from({ length: limit + 5 }, (_, index) => `coin-${index}`);
      const answers = await Promise.allSettled(coinIds.map((coinId) => watchlist.addItem(user, coinId)));
      const refusals = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
      expect(refusals).toHaveLength(5);
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ code: 'limit_reached', details: { limit, tier: 'free' } });
      }
      const own = await coinIdsOf(user);
      expect(own).toHaveLength(limit);
      expect(await watchlist.addItem(user, own[0]!)).toMatchObject({ isNew: false });
    });

    it('have no limit on a plan without one', async () => {
      const user = await addUser(db, 'pro');
      const limit = getLimit('free', 'watchlist')!;
      await add(user, ...Array.from({ length: limit + 1 }, (_, index) => `coin-${index}`));
      expect(await coinIdsOf(user)).toHaveLength(limit + 1);
    });

    it('hold 5,000 coins on any plan, including merged ones', async () => {
      const [from, to] = [await addUser(db, 'premium'), await addUser(db, 'premium')];
      await insert(to, accountMaximums.watchlist - 1);
      await add(from, 'merged', 'coin-0');
      const added = await Promise.allSettled(['a', 'b', 'c'].map((coinId) => watchlist.addItem(to, coinId)));
      const refusals = added.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
      const over = { code: 'conflict', message: expect.stringContaining('5,000') };
      expect(refusals).toEqual([expect.objectContaining(over), expect.objectContaining(over)]);
      expect(await coinIdsOf(to)).toHaveLength(5_000);
      expect(await watchlist.addItem(to, 'coin-0')).toMatchObject({ isNew: false });

      await transact(db, (tx) => mergeWatchlists(tx, from, to));
      expect(await coinIdsOf(to)).toHaveLength(5_001);
      await store.remove(to, 'coin-0');
      await expect(watchlist.addItem(to, 'd')).rejects.toMatchObject(over);
      await store.remove(to, 'coin-1');
      expect(await watchlist.addItem(to, 'd')).toMatchObject({ isNew: true });
    });

    async function insert(userId: string, count: number): Promise<void> {
      const coin = { user_id: userId, symbol: 'x', name: 'x', added_at: now, ordinal: 0 };
      for (let first = 0; first < count; first += 500) {
        const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
          ...coin,
          id: randomUUID(),
          coin_id: `coin-${first + index}`,
        }));
        await db.insertInto('watchlist_items').values(rows).execute();
      }
    }

    it('belong to one user', async () => {
      const [mine, other] = [await addUser(db), await addUser(db)];
      await add(mine, 'bitcoin');
      expect(await store.find(db, other, 'bitcoin')).toBeUndefined();
      expect(await store.remove(other, 'bitcoin')).toBe(false);
      expect(await coinIdsOf(mine)).toEqual(['bitcoin']);
      expect(await store.remove(mine, 'bitcoin')).toBe(true);
      expect(await store.remove(mine, 'bitcoin')).toBe(false);
    });

    it('are removed with their user, and accept no more coins', async () => {
      const user = await addUser(db);
      await add(user, 'bitcoin');
      await db.deleteFrom('users').where('id', '=', user).execute();
      expect(await coinIdsOf(user)).toEqual([]);
      await expect(watchlist.addItem(user, 'monero')).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('are merged without losing or repeating a coin, whatever the limit', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      await add(from, 'a', 'b', 'c');
      now = Date.UTC(2025, 0, 1);
      await add(to, 'b', 'd');
      const before = await store.list(to);
      await transact(db, (tx) => mergeWatchlists(tx, from, to));
      expect(await coinIdsOf(from)).toEqual([]);
      expect(await coinIdsOf(to)).toEqual(['b', 'd', 'a', 'c']);
      expect((await store.list(to)).slice(0, 2)).toEqual(before);
    });
  });
}
