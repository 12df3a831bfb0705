import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { mergeWatchlists } from './merge-store.ts';
import { createWatchlistStore, type WatchlistStore } from './store.ts';

const always = () => true;

function item(coinId: string, addedAt = Date.UTC(2026, 0, 1)) {
  return {
    id: `${coinId}-${Math.random()}`,
    coinId,
    symbol: coinId.slice(0, 3),
    name: coinId,
    addedAt: new Date(addedAt).toISOString(),
  };
}

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`watchlists on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let store: WatchlistStore;
    const coinIdsOf = async (userId: string) => (await store.listItems(userId)).map(({ coinId }) => coinId);

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      store = createWatchlistStore(db);
    });
    afterAll(() => database.remove());

    it('give back what was added, in that order even within a millisecond', async () => {
      const user = await addUser(db);
      const items = ['zcash', 'bitcoin', 'monero', 'aave'].map((coinId) => item(coinId));
      for (const one of items)
        expect(await store.addItem(user, one, always)).toEqual({ outcome: 'added', item: one });
      expect(await store.listItems(user)).toEqual(items);
    });

    it('have a coin once', async () => {
      const user = await addUser(db);
      const first = item('bitcoin');
      await store.addItem(user, first, always);
      expect(await store.addItem(user, item('bitcoin'), always)).toEqual({ outcome: 'known', item: first });
      expect(await coinIdsOf(user)).toEqual(['bitcoin']);
    });

    it('have a coin once when it is added many times at once', async () => {
      const user = await addUser(db);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store.addItem(user, item('bitcoin'), always)),
      );
      expect(answers.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
      expect(await coinIdsOf(user)).toEqual(['bitcoin']);
    });

    it('ask with the tier and the count whether one more may be added', async () => {
      const user = await addUser(db, 'pro');
      const asked: unknown[] = [];
      const ask = (...args: unknown[]) => asked.push(args) < 3;
      for (const coinId of ['a', 'b', 'c']) await store.addItem(user, item(coinId), ask);
      expect(asked).toEqual([
        ['pro', 0],
        ['pro', 1],
        ['pro', 2],
      ]);
      expect(await coinIdsOf(user)).toEqual(['a', 'b']);
      expect(await store.addItem(user, item('c'), () => false)).toEqual({ outcome: 'full', tier: 'pro' });
      expect(await store.addItem(user, item('a'), () => false)).toMatchObject({ outcome: 'known' });
    });

    it('are each their own user’s', async () => {
      const [mine, other] = [await addUser(db), await addUser(db)];
      await store.addItem(mine, item('bitcoin'), always);
      expect(await store.findItem(other, 'bitcoin')).toBeUndefined();
      expect(await store.removeItem(other, 'bitcoin')).toBe(false);
      expect(await coinIdsOf(mine)).toEqual(['bitcoin']);
      expect(await store.removeItem(mine, 'bitcoin')).toBe(true);
      expect(await store.removeItem(mine, 'bitcoin')).toBe(false);
    });

    it('go with their user, and take nothing more', async () => {
      const user = await addUser(db);
      await store.addItem(user, item('bitcoin'), always);
      await db.deleteFrom('users').where('id', '=', user).execute();
      expect(await coinIdsOf(user)).toEqual([]);
      expect(await store.addItem(user, item('monero'), always)).toEqual({ outcome: 'gone' });
    });

    it('are merged without a coin lost or twice, whatever the limit', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      for (const coinId of ['a', 'b', 'c']) await store.addItem(from, item(coinId), always);
      for (const coinId of ['b', 'd']) await store.addItem(to, item(coinId, Date.UTC(2025, 0, 1)), always);
      const before = await store.listItems(to);
      await db.transaction().execute((tx) => mergeWatchlists(tx, from, to));
      expect(await coinIdsOf(from)).toEqual([]);
      expect(await coinIdsOf(to)).toEqual(['b', 'd', 'a', 'c']);
      expect((await store.listItems(to)).slice(0, 2)).toEqual(before);
    });
  });
}
