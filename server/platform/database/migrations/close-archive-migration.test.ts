import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCloseStore } from '#server/market/closes/store.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import type { Database } from '../database.ts';
import { migrateDatabase, revertMigrations } from '../migrate-database.ts';
import { migrations } from './migrations.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0025'));
const dayMs = 86_400_000;

type Row = readonly [coin: string, day: number, source: string, price: string, at: number, isUsed: number];
const rows: readonly Row[] = [
  ['bitcoin', 19_000, 'coingecko', '48607.8745224845', 19_001 * dayMs + 4, 0],
  ['bitcoin', 19_000, 'own', '48000', 19_001 * dayMs - 30_000, 1],
  ['bitcoin', 19_001, 'own', '0.000000000123', 19_001 * dayMs + 5, 0],
  ['bitcoin', 19_001, 'import', '7', 19_002 * dayMs, 0],
  ['bitcoin', 19_200, 'import', '123456789012.123456789012345678', 19_201 * dayMs, 1],
  ['rare', -1, 'coingecko', '1000000000', 0, 0],
];

for (const { name, isAvailable, createEmpty } of testDatabases) {
  describe.skipIf(!isAvailable)(`the migration from rows of closes to blocks on ${name}`, () => {
    let files: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      files = await createEmpty();
      db = await files.open();
      await migrateDatabase(db, before);
      for (const [coin, day, source, price, at, isUsed] of rows)
        await sql`insert into daily_closes (coin_id, day, source, price, at, is_used)
          values (${coin}, ${day}, ${source}, ${price}, ${at}, ${isUsed})`.execute(db);
    });
    afterEach(() => files.remove());

    it("keeps the best source's close of each day, and pinned closes", async () => {
      await migrateDatabase(db);
      const store = createCloseStore(db);
      expect(await store.listClosesBetween('bitcoin', 0, 20_000)).toEqual([
        { day: 19_000, source: 'coingecko', price: '48607.8745224845', at: 19_001 * dayMs + 4 },
        { day: 19_001, source: 'own', price: '0.000000000123', at: 19_001 * dayMs + 5 },
        { day: 19_200, source: 'import', price: '123456789012.123456789012345678', at: 19_201 * dayMs },
      ]);
      expect(await store.listClosesBetween('rare', -5, 5)).toEqual([
        { day: -1, source: 'coingecko', price: '1000000000', at: 0 },
      ]);
      expect(await store.listPinned('bitcoin', 0, 20_000)).toEqual([
        { day: 19_000, source: 'own', price: '48000', at: 19_001 * dayMs - 30_000 },
        { day: 19_200, source: 'import', price: '123456789012.123456789012345678', at: 19_201 * dayMs },
      ]);
    });

    it('can be reverted', async () => {
      await migrateDatabase(db);
      await createCloseStore(db).addCloses([
        { coinId: 'rare', day: 5, source: 'kraken', price: '0.50', at: 6 * dayMs },
      ]);
      await revertMigrations(db, '0025-close-archive');
      const found = await sql<Record<string, unknown>>`select coin_id, day, source, price, at, is_used
        from daily_closes order by coin_id, day, source`.execute(db);
      const kept = rows.filter((row) => row !== rows[3]);
      expect(found.rows.map((row) => Object.values(row))).toEqual([
        ...kept,
        ['rare', 5, 'import', '0.50', 6 * dayMs, 0],
      ]);
      await migrateDatabase(db);
      expect(await createCloseStore(db).listClosesBetween('bitcoin', 0, 20_000)).toHaveLength(3);
    });
  });
}
