import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createDatabaseRateLimiter, removeExpiredRateLimits } from './database-rate-limiter.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

const minute = 60_000;
const allowed: RateDecision = { isAllowed: true, retryAfterMs: 0 };
const refused = (retryAfterMs: number): RateDecision => ({ isAllowed: false, retryAfterMs });
const key = Buffer.alloc(32, 1);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`rate limits on ${name}`, () => {
    let database: TestDatabase;
    let limiter: RateLimiter;
    let now = 1_800_000_000_000;
    const clock = { now: () => now };

    beforeEach(async () => {
      database = await create();
      const db = await database.open();
      await migrateDatabase(db);
      limiter = createDatabaseRateLimiter({ db, key, clock });
    });
    afterEach(() => database.remove());

    const hourly = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: 60 * minute }] });

    it('allow their exact number, and report how long to wait', async () => {
      expect(await limiter.take([hourly('a')])).toEqual(allowed);
      now += minute;
      expect(await limiter.take([hourly('a')])).toEqual(allowed);
      expect(await limiter.take([hourly('a')])).toEqual(refused(59 * minute));
      expect(await limiter.take([hourly('b')])).toEqual(allowed);
    });

    it('slide: hits older than the window no longer count', async () => {
      for (let i = 0; i < 2; i++) await limiter.take([hourly('a')]);
      now += 60 * minute - 1;
      expect(await limiter.take([hourly('a')])).toEqual(refused(1));
      now += 1;
      expect(await limiter.take([hourly('a')])).toEqual(allowed);
    });

    it('apply every window', async () => {
      const limit = {
        subject: 'a',
        windows: [
          { count: 1, ms: minute },
          { count: 3, ms: 15 * minute },
        ],
      };
      const takeAfter = (ms: number) => {
        now += ms;
        return limiter.take([limit]);
      };
      expect([await takeAfter(0), await takeAfter(0)]).toEqual([allowed, refused(minute)]);
      expect([await takeAfter(minute), await takeAfter(minute)]).toEqual([allowed, allowed]);
      expect(await takeAfter(minute)).toEqual(refused(12 * minute));
    });

    it('make nobody wait after the clock was set back', async () => {
      for (let i = 0; i < 2; i++) await limiter.take([hourly('a')]);
      now -= 365 * 24 * 60 * minute;
      expect(await limiter.take([hourly('a')])).toEqual(allowed);
      expect(await limiter.take([hourly('a')])).toEqual(allowed);
      expect(await limiter.take([hourly('a')])).toEqual(refused(60 * minute));
    });

    it('hold across processes whose clocks differ a little', async () => {
      await limiter.take([hourly('a', 1)]);
      now -= 1000;
      expect(await limiter.take([hourly('a', 1)])).toEqual(refused(60 * minute + 1000));
    });

    it('count against none if one of several is exhausted', async () => {
      await limiter.take([hourly('a', 1)]);
      expect(await limiter.take([hourly('a', 1), hourly('b', 1)])).toEqual(refused(60 * minute));
      expect(await limiter.take([hourly('b', 1)])).toEqual(allowed);
    });

    it('write nothing when they refuse', async () => {
      await limiter.take([hourly('a', 1)]);
      await limiter.take([hourly('a', 1), hourly('b', 1)]);
      const db = await database.open();
      expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(1);
    });

    it('hold under concurrent calls, on several connections if the database has them', async () => {
      // Two SQLite connections within one thread would block each other.
      const other =
        name === 'SQLite' ? limiter : createDatabaseRateLimiter({ db: await database.open(), key, clock });
      const decisions = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 ? other : limiter).take([hourly('a', 7), hourly('b', 9)]),
        ),
      );
      expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(7);
    });

    it('identify nobody in the table, and are deleted once they no longer count', async () => {
      const db = await database.open();
      await limiter.take([hourly('somebody@example.com')]);
      const rows = await db.selectFrom('rate_limits').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('somebody');
      await removeExpiredRateLimits(db, clock);
      expect(await db.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1);
      now += 60 * minute;
      await removeExpiredRateLimits(db, clock);
      expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    });
  });
}
