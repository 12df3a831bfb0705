import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createRateLimiter, type RateLimiter, removeExpiredRates } from './rate-limit.ts';

const minute = 60_000;
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
      limiter = createRateLimiter({ db, key, clock });
    });
    afterEach(() => database.remove());

    const hourly = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: 60 * minute }] });

    it('let through as many as they say, and tell how long to wait', async () => {
      expect(await limiter.take([hourly('a')])).toBeUndefined();
      now += minute;
      expect(await limiter.take([hourly('a')])).toBeUndefined();
      expect(await limiter.take([hourly('a')])).toBe(59 * minute);
      expect(await limiter.take([hourly('b')])).toBeUndefined();
    });

    it('slide: what is older than the window counts no more', async () => {
      for (let i = 0; i < 2; i++) await limiter.take([hourly('a')]);
      now += 60 * minute - 1;
      expect(await limiter.take([hourly('a')])).toBe(1);
      now += 1;
      expect(await limiter.take([hourly('a')])).toBeUndefined();
    });

    it('hold in every window', async () => {
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
      expect([await takeAfter(0), await takeAfter(0)]).toEqual([undefined, minute]);
      expect([await takeAfter(minute), await takeAfter(minute)]).toEqual([undefined, undefined]);
      expect(await takeAfter(minute)).toBe(12 * minute);
    });

    it('keep nobody waiting for a clock that was set back', async () => {
      for (let i = 0; i < 2; i++) await limiter.take([hourly('a')]);
      now -= 365 * 24 * 60 * minute;
      expect(await limiter.take([hourly('a')])).toBeUndefined();
      expect(await limiter.take([hourly('a')])).toBeUndefined();
      expect(await limiter.take([hourly('a')])).toBe(60 * minute);
    });

    it('hold between processes whose clocks differ a little', async () => {
      await limiter.take([hourly('a', 1)]);
      now -= 1000;
      expect(await limiter.take([hourly('a', 1)])).toBe(60 * minute + 1000);
    });

    it('count against none where one of several is reached', async () => {
      await limiter.take([hourly('a', 1)]);
      expect(await limiter.take([hourly('a', 1), hourly('b', 1)])).toBe(60 * minute);
      expect(await limiter.take([hourly('b', 1)])).toBeUndefined();
    });

    it('write nothing where they refuse', async () => {
      await limiter.take([hourly('a', 1)]);
      await limiter.take([hourly('a', 1), hourly('b', 1)]);
      const db = await database.open();
      expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(1);
    });

    it('hold where many ask at once, on several connections where the database has them', async () => {
      // Within one thread SQLite's connections would wait for each other.
      const other =
        name === 'SQLite' ? limiter : createRateLimiter({ db: await database.open(), key, clock });
      const waits = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 ? other : limiter).take([hourly('a', 7), hourly('b', 9)]),
        ),
      );
      expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
    });

    it('name nobody in the table, and are forgotten once they no longer count', async () => {
      const db = await database.open();
      await limiter.take([hourly('somebody@example.com')]);
      const rows = await db.selectFrom('rate_limits').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('somebody');
      await removeExpiredRates(db, clock);
      expect(await db.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1);
      now += 60 * minute;
      await removeExpiredRates(db, clock);
      expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    });
  });
}
