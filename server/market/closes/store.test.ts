import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase, restoreDatabase } from '#server/platform/backups/backup.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { blockDays } from './close-block.ts';
import { type CloseSource, closeSources } from './close-source.ts';
import { type DailyClose, toPriceText } from './daily-closes.ts';
import { createCloseStore } from './store.ts';

const first = parseDay('2024-01-01');
const maxBytesADay = 24;
/** As promised in docs/archive.md. An empty archive takes 12 KB on SQLite and 32 KB on PostgreSQL. */
const fewestCoins = (database: string) => (database === 'SQLite' ? 5 : 50);

function closeOf(coinId: string, day: number, source: CloseSource, price: string): DailyClose {
  return { coinId, day, source, price, at: startOfDay(day + 1) };
}

/** A price with as many digits as the provider's prices have. */
const longPrice = (seed: number) => toPriceText(Math.abs(Math.sin(seed) * 10 ** ((seed % 9) - 4)));

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the archive of closes on ${name}`, () => {
    let files: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      files = await create();
      db = await files.open();
      await migrateDatabase(db);
    });
    afterEach(() => files.remove());

    /** The size on disk of the tables with their indexes. */
    async function measureArchive(): Promise<number> {
      const query =
        name === 'SQLite'
          ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
              where name in ('close_blocks', 'sqlite_autoindex_close_blocks_1', 'recent_closes')`
          : sql<{ bytes: number }>`select pg_total_relation_size('close_blocks')
              + pg_total_relation_size('recent_closes') as bytes`;
      const { rows } = await query.execute(db);
      return Number(rows[0]!.bytes);
    }

    it('takes at most 24 bytes per coin and day, for 1,000 coins over 1,000 days', async () => {
      const store = createCloseStore(db);
      for (let coin = 0; coin < 1_000; coin += 20) {
        const coinIds = Array.from({ length: 20 }, (_, index) => `coin-with-a-long-name-${coin + index}`);
        const prices = Array.from({ length: 1_000 }, (_, index) => longPrice(coin * 1_000 + index + 1));
        await store.addCloses(
          coinIds.flatMap((id) =>
            prices.map((price, index) => closeOf(id, first + index, 'coingecko', price)),
          ),
        );
      }
      const bytesADay = (await measureArchive()) / 1_000_000;
      expect(bytesADay).toBeGreaterThan(8);
      expect(bytesADay).toBeLessThanOrEqual(maxBytesADay);
    }, 120_000);

    /** Keeps dead rows from being vacuumed, as a long report or a backup in another session does. */
    async function holdSnapshot(): Promise<() => Promise<void>> {
      if (name === 'SQLite') return async () => undefined;
      const other = await files.open();
      const [release, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const held = other
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`select pg_current_snapshot()`.execute(tx);
          taken.resolve();
          await release.promise;
        });
      await taken.promise;
      return async () => {
        release.resolve();
        await held;
      };
    }

    it('takes as little space if written daily without a vacuum, while a session holds an old snapshot', async () => {
      let today = first;
      const store = createCloseStore(db, () => today);
      const coins = Array.from({ length: 120 }, (_, coin) => `coin-${coin}-of-${(coin * 7919) % 997}`);
      /** Adds a history of that many days for each coin, twenty coins at a time. */
      const addHistories = async (days: number) => {
        for (let start = 0; start < coins.length; start += 20)
          await store.addCloses(
            coins
              .slice(start, start + 20)
              .flatMap((id, index) =>
                Array.from({ length: days }, (_, back) =>
                  closeOf(id, today - 1 - back, 'coingecko', longPrice(today * 31 + back * 7 + index + 1)),
                ),
              ),
          );
      };
      const release = await holdSnapshot();
      const [past, days] = [365, 130];
      await addHistories(past);
      const sizes: number[] = [];
      for (let day = 0; day < days; day += 1) {
        const at = startOfDay(first + day) + 86_340_000;
        today = first + day + 1;
        await store.addCloses(
          coins.map((coinId, coin) => ({
            ...closeOf(coinId, first + day, 'own', longPrice(coin * 1_000 + day + 1)),
            at: at + coin * 11,
          })),
        );
        if (day % 30 === 29) await addHistories(30);
        if (day % 10 === 9) sizes.push((await measureArchive()) / (coins.length * (past + day + 1)));
      }
      await release();
      expect(await store.listClosesBetween(coins[3]!, first - past, first + days)).toHaveLength(past + days);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytesADay);
      expect(Math.min(...sizes)).toBeGreaterThan(8);
    }, 120_000);

    it('takes as little space with only a few coins; with fewer, the empty tables dominate', async () => {
      const coins = Array.from(
        { length: fewestCoins(name) },
        (_, coin) => `coin-${coin}-of-${(coin * 7919) % 997}`,
      );
      let today = first;
      const store = createCloseStore(db, () => today);
      const [past, days] = [365, 90];
      for (const id of coins)
        await store.addCloses(
          Array.from({ length: past }, (_, back) =>
            closeOf(id, today - 1 - back, 'coingecko', longPrice(back * 7 + 1)),
          ),
        );
      const sizes = [(await measureArchive()) / (coins.length * past)];
      for (let day = 0; day < days; day += 1) {
        today = first + day + 1;
        await store.addCloses(
          coins.map((id, coin) => closeOf(id, first + day, 'own', longPrice(coin * 1_000 + day + 1))),
        );
        if (day % 15 === 14) sizes.push((await measureArchive()) / (coins.length * (past + day + 1)));
      }
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytesADay);
    }, 120_000);

    it('writes a block once, when it is over, and reads the same before and after', async () => {
      const start = blockDays * Math.ceil(first / blockDays);
      let today = start;
      const store = createCloseStore(db, () => today);
      const blocks = async () => (await db.selectFrom('close_blocks').selectAll().execute()).length;
      const rows = async () => (await db.selectFrom('recent_closes').selectAll().execute()).length;
      for (let day = start; day < start + blockDays; day += 1) {
        today = day + 1;
        await store.addCloses([closeOf('a', day, 'own', `${day}`), closeOf('b', day, 'own', `${day}.5`)]);
      }
      const before = await store.listClosesBetween('a', start, today);
      expect([await blocks(), await rows(), before.length]).toEqual([0, blockDays, blockDays]);
      // The provider's closes of the last days come a little later, and the next block has begun.
      today += 3;
      await store.addCloses([
        closeOf('a', start + 79, 'coingecko', '7'),
        closeOf('b', today - 1, 'own', '8'),
      ]);
      today += 5;
      await store.addCloses([closeOf('b', today - 1, 'own', '9')]);
      expect([await blocks(), await rows()]).toEqual([2, 2]);
      const after = await store.listAll('a');
      expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
      expect(after.at(-1)).toMatchObject({ source: 'coingecko', price: '7' });
      expect((await store.listAll('b')).slice(-3).map(({ price }) => price)).toEqual([
        `${start + 79}.5`,
        '8',
        '9',
      ]);
      const closesByCoin = await store.listClosesSince(['a', 'b', 'c'], start + 79);
      expect([...closesByCoin].map(([id, closes]) => [id, closes.length])).toEqual([
        ['a', 1],
        ['b', 3],
      ]);
      expect([await store.hasCoin('b'), await store.hasCoin('c')]).toEqual([true, false]);
      expect((await store.listCloses('b', [today - 1, start])).map(({ day }) => day)).toEqual([
        start,
        today - 1,
      ]);
    });

    it('leaves recent closes where they are while another session reads them', async () => {
      if (name === 'SQLite') return;
      const start = blockDays * Math.ceil(first / blockDays);
      let today = start + 1;
      const store = createCloseStore(db, () => today);
      await store.addCloses([closeOf('a', start, 'own', '1')]);
      const other = await files.open();
      await other.transaction().execute(async (tx) => {
        await tx.selectFrom('recent_closes').selectAll().execute();
        today = start + blockDays + 20;
        await store.addCloses([closeOf('a', today - 1, 'own', '2')]);
        expect(await db.selectFrom('recent_closes').selectAll().execute()).toHaveLength(2);
        expect((await store.listAll('a')).map(({ price }) => price)).toEqual(['1', '2']);
      });
      today += 1;
      await store.addCloses([closeOf('a', today - 1, 'own', '3')]);
      expect(await db.selectFrom('recent_closes').selectAll().execute()).toHaveLength(2);
      expect((await store.listAll('a')).map(({ price }) => price)).toEqual(['1', '2', '3']);
    });

    it.each([
      ['recent', first + 90],
      ['of the past', first + 5_000],
    ])(
      'gives one close per day, whatever the order in which sources write, for days %s',
      async (_, today) => {
        const store = createCloseStore(db, () => today);
        const anyClose = fc
          .tuple(fc.constantFrom('a', 'b'), fc.nat(200), fc.constantFrom(...closeSources))
          .map(([coin, day, source]) =>
            closeOf(coin, first + day, source, `${day + 1}.${closeSources.indexOf(source) + 1}`),
          );
        const anyCloses = fc.array(anyClose, { maxLength: 60 });
        let run = 0;
        const write = async (closes: readonly DailyClose[], size: number) => {
          run += 1;
          const renamed = closes.map((close) => ({ ...close, coinId: `${close.coinId}${run}` }));
          for (let start = 0; start < renamed.length; start += size)
            await store.addCloses(renamed.slice(start, start + size));
          return Promise.all(
            ['a', 'b'].map((coin) => store.listClosesBetween(`${coin}${run}`, first, first + 200)),
          );
        };
        await fc.assert(
          fc.asyncProperty(anyCloses, fc.integer({ min: 1, max: 60 }), async (closes, size) => {
            expect(await write(closes.toReversed(), size)).toEqual(await write(closes, 60));
          }),
          { numRuns: 25 },
        );
      },
    );

    it('reports how many days changed', async () => {
      const store = createCloseStore(db);
      const days = [first, first + 1, first + 100];
      const imported = days.map((day) => closeOf('bitcoin', day, 'kraken', '2'));
      expect(await store.addCloses(imported)).toBe(3);
      expect(await store.addCloses(imported)).toBe(0);
      expect(await store.addCloses([closeOf('bitcoin', first, 'coingecko', '1')])).toBe(1);
      expect(await store.addCloses(imported)).toBe(0);
      const found = await store.listCloses('bitcoin', [first, first + 100, first + 200]);
      expect(found.map(({ source, price }) => [source, price])).toEqual([
        ['coingecko', '1'],
        ['kraken', '2'],
      ]);
      expect(await store.hasCoin('bitcoin')).toBe(true);
      expect(await store.hasCoin('rare')).toBe(false);
    });

    it('loses nothing, and writes nothing twice, if two servers write the same block', async () => {
      // Two connections to SQLite within one process would wait for each other.
      const other = name === 'SQLite' ? db : await files.open();
      const stores = [createCloseStore(db, () => first + 20), createCloseStore(other, () => first + 20)];
      const days = Array.from({ length: 20 }, (_, index) => first + index);
      await Promise.all(
        days.map((day, index) =>
          stores[index % 2]!.addCloses([closeOf('bitcoin', day, 'coingecko', `${day}`)]),
        ),
      );
      const again = stores.map((store) => store.addCloses([closeOf('rare', first + 19, 'own', '1')]));
      expect((await Promise.all(again)).toSorted()).toEqual([0, 1]);
      const closes = await stores[0]!.listClosesBetween('bitcoin', first, first + 19);
      expect(closes.map(({ day }) => day)).toEqual(days);
    });

    it('reads the closes of several coins, each close once', async () => {
      const store = createCloseStore(db);
      const days = Array.from({ length: 300 }, (_, index) => first + index);
      await store.addCloses(
        days.flatMap((day) => ['a', 'b'].map((coin) => closeOf(coin, day, 'coingecko', `${day}`))),
      );
      const closesByCoin = await store.listClosesSince(['a', 'b', 'none'], first + 100);
      expect([...closesByCoin.keys()]).toEqual(['a', 'b']);
      expect(closesByCoin.get('b')?.map(({ day }) => day)).toEqual(days.slice(100));
      expect((await store.listCloses('a', days)).map(({ day }) => day)).toEqual(days);
    });

    it('is in backups, and restored from them', async () => {
      const store = createCloseStore(db);
      const close = closeOf('bitcoin', first, 'kraken', '0.10');
      await store.addCloses([close]);
      await store.pinCloses([close]);
      const { dataDir, databaseUrl: url } = files.options;
      const server = url === undefined ? undefined : { url, environment: process.env };
      const file = join(dataDir, `closes-${Math.random().toString(36).slice(2)}.backup`);
      await backUpDatabase({ file, dataDir, server });
      expect(statSync(file).size).toBeGreaterThan(0);
      await db.destroy();
      const changed = await files.open();
      await createCloseStore(changed).addCloses([closeOf('bitcoin', first, 'coingecko', '7')]);
      await changed.deleteFrom('pinned_closes').execute();
      await changed.destroy();
      await restoreDatabase({ file, dataDir, server });
      const restored = createCloseStore(await files.open());
      const { coinId: _, ...archived } = close;
      expect(await restored.listClosesBetween('bitcoin', first, first)).toEqual([archived]);
      expect(await restored.listPinned('bitcoin', first, first)).toEqual([archived]);
    });
  });
}
