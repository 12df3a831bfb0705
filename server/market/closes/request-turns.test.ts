import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { FakeMarket, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createCloseRequestStore } from './request-store.ts';
import { createCloseService } from './service.ts';
import { createCloseStore } from './store.ts';

const noon = Date.UTC(2026, 0, 2, 12);
const minuteMs = 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the queue of requests on ${name}`, () => {
    let files: TestDatabase;
    let db: Database;
    let now = noon;
    beforeEach(async () => {
      files = await create();
      db = await files.open();
      await migrateDatabase(db);
      now = noon;
    });
    afterEach(() => files.remove());

    function open() {
      const requests = createCloseRequestStore(db);
      let requester = '';
      const closes = createCloseService({
        store: createCloseStore(db),
        requests,
        market: new FakeMarket(fakeSnapshot({ coins: [] })),
        upstream: () => undefined,
        clock: { now: () => now },
        requester: () => requester,
        onRequest: () => undefined,
      });
      const ask = async (who: string, ...coinIds: string[]) => {
        requester = who;
        await closes.readCloses(coinIds.map((coinId) => ({ coinId, day: '2025-06-01' })));
      };
      /** Answers the next request, and returns its coin. */
      const serve = async () => {
        const next = await requests.findDueRequest(now);
        if (next) await requests.recordAnswer(next.coinId, now);
        return next?.coinId;
      };
      const serveMany = async (count: number) => {
        const served: (string | undefined)[] = [];
        while (served.length < count) served.push(await serve());
        return served;
      };
      return { requests, ask, serve, serveMany };
    }

    const makeCoinIds = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, '0')}`);

    it('serves an account soon while another with many coins keeps adding more', async () => {
      const { ask, serve } = open();
      await ask('mallory', ...makeCoinIds('a', 150));
      await ask('ada', 'rare');
      let steps = 0;
      for (let coinId = await serve(); coinId !== 'rare' && steps < 20; coinId = await serve()) {
        steps += 1;
        now += 9_000;
        await ask('mallory', `a-new-${steps}`);
      }
      expect(steps).toBeLessThanOrEqual(3);
    });

    it('alternates between accounts with many coins', async () => {
      const { ask, serveMany } = open();
      await ask('mallory', ...makeCoinIds('a', 150));
      await serveMany(10);
      await ask('ada', ...makeCoinIds('b', 20));
      const served = await serveMany(40);
      expect(served.filter((coinId) => coinId?.startsWith('b')).length).toBeGreaterThanOrEqual(18);
    });

    it('soon serves a coin that already waits far back in another account’s queue', async () => {
      const { ask, serveMany } = open();
      await ask('mallory', ...makeCoinIds('a', 150));
      await ask('ada', 'a0140');
      expect(await serveMany(3)).toContain('a0140');
    });

    it('moves nothing if an account asks again', async () => {
      const { requests, ask, serveMany } = open();
      const coinIds = makeCoinIds('a', 50);
      await ask('mallory', ...coinIds);
      await serveMany(5);
      const before = await requests.listRequests(coinIds);
      await ask('mallory', ...coinIds.slice(5));
      expect(await requests.listRequests(coinIds)).toEqual(before);
    });

    it('lets one coin a minute pass the others of its account', async () => {
      const { ask, serveMany } = open();
      await ask('ada', ...makeCoinIds('a', 40));
      now += 2 * minuteMs;
      await serveMany(10);
      await ask('ada', 'single', 'second');
      const served = await serveMany(3);
      expect(served).toContain('single');
      expect(served).not.toContain('second');
    });

    it('keeps the failures and the pause of a request that gets a better turn', async () => {
      const { requests, ask, serve, serveMany } = open();
      await ask('mallory', ...makeCoinIds('a', 10));
      await requests.postponeRequest('a0009', 3, now + minuteMs);
      await ask('ada', 'a0009');
      expect(await requests.listRequests(['a0009'])).toMatchObject([{ turn: noon, failures: 3 }]);
      expect(await serve()).toBe('a0000');
      now += minuteMs;
      expect(await serveMany(2)).toContain('a0009');
    });

    it('starts over when nothing waits', async () => {
      const { requests, ask, serveMany } = open();
      await ask('ada', 'first', 'second');
      await serveMany(2);
      now += 3_600_000;
      await ask('ada', 'third');
      expect(await requests.listRequests(['third'])).toMatchObject([{ turn: now }]);
    });
  });
}
