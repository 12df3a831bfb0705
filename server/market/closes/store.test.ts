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
import { type CloseSource, closeSources } from './close-source.ts';
import { type DailyClose, toPriceText } from './daily-closes.ts';
import { createCloseStore } from './store.ts';

const first = parseDay('2024-01-01');
const maxBytesADay = 24;

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

    /** The size on disk of the table and its index. */
    async function measureArchive(): Promise<number> {
      const query =
        name === 'SQLite'
          ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
              where name in ('close_blocks', 'sqlite_autoindex_close_blocks_1')`
          : sql<{ bytes: number }>`select pg_total_relation_size('close_blocks') as bytes`;
      const { rows } = await query.execute(db);
      return Number(rows[0]!.bytes);
    }

    /** On PostgreSQL, counts rows with their page and index entries, excluding those not vacuumed yet. */
    async function measureRows(): Promise<number> {
      if (name === 'SQLite') return measureArchive();
      const query = sql<{
        bytes: number;
      }>`select sum(pg_column_size(close_blocks.*) + 64) as bytes from close_blocks`;
      return Number((await query.execute(db)).rows[0]!.bytes);
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

    it('takes as little if days are added one at a time, each at its own instant', async () => {
      const store = createCloseStore(db);
      const coins = Array.from({ length: 100 }, (_, coin) => `coin-${coin}`);
      for (let day = 0; day < 160; day += 1) {
        const at = startOfDay(first + day) + 86_340_000;
        await store.addCloses(
          coins.map((coinId, coin) => ({
            ...closeOf(coinId, first + day, 'own', longPrice(coin * 1_000 + day + 1)),
            at: at + coin,
          })),
        );
      }
      expect((await measureRows()) / (100 * 160)).toBeLessThanOrEqual(maxBytesADay);
    }, 120_000);

    it('keeps one close per day, whatever the order in which sources write', async () => {
      const store = createCloseStore(db);
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
        return Promise.all(['a', 'b'].map((coin) => store.listLine(`${coin}${run}`, first, first + 200)));
      };
      await fc.assert(
        fc.asyncProperty(anyCloses, fc.integer({ min: 1, max: 60 }), async (closes, size) => {
          expect(await write(closes.toReversed(), size)).toEqual(await write(closes, 60));
        }),
        { numRuns: 25 },
      );
    });

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

    it('loses nothing if two servers write the same block', async () => {
      // Two SQLite connections within one process would block each other.
      const other = name === 'SQLite' ? db : await files.open();
      const stores = [createCloseStore(db), createCloseStore(other)];
      const days = Array.from({ length: 20 }, (_, index) => first + index);
      await Promise.all(
        days.map((day, index) =>
          stores[index % 2]!.addCloses([closeOf('bitcoin', day, 'coingecko', `${day}`)]),
        ),
      );
      const line = await stores[0]!.listLine('bitcoin', first, first + 19);
      expect(line.map(({ day }) => day)).toEqual(days);
    });

    it('reads the lines of several coins, each close once', async () => {
      const store = createCloseStore(db);
      const days = Array.from({ length: 300 }, (_, index) => first + index);
      await store.addCloses(
        days.flatMap((day) => ['a', 'b'].map((coin) => closeOf(coin, day, 'coingecko', `${day}`))),
      );
      const lines = await store.listLines(['a', 'b', 'none'], first + 100);
      expect([...lines.keys()]).toEqual(['a', 'b']);
      expect(lines.get('b')?.map(({ day }) => day)).toEqual(days.slice(100));
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
      expect(await restored.listLine('bitcoin', first, first)).toEqual([archived]);
      expect(await restored.listPinned('bitcoin', first, first)).toEqual([archived]);
    });
  });
}
