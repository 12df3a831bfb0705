import { describe, expect, it, onTestFinished } from 'vitest';
import { createCloseStore } from '#server/market/closes/store.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { migrateDatabase, revertMigrations } from '../migrate-database.ts';

const dayMs = 86_400_000;
/** The first day of a block. */
const start = 80 * 250;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the table of recent closes on ${name}`, () => {
    it('is merged into the blocks when reverted: one close per day, from the best source', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const store = createCloseStore(db, () => start + 40);
      const closeOf = (
        coinId: string,
        day: number,
        source: 'own' | 'coingecko' | 'kraken',
        price: string,
      ) => ({
        ...{ coinId, day, source, price },
        at: (day + 1) * dayMs - (source === 'own' ? 30_000 : 0),
      });
      await store.addCloses([closeOf('bitcoin', start - 30, 'coingecko', '1')]);
      for (let day = start; day < start + 40; day += 1)
        await store.addCloses([
          closeOf('bitcoin', day, 'own', `${day}.5`),
          closeOf('ünïcode-coin', day, 'kraken', '0.000000000000000123456789'),
        ]);
      await store.addCloses([closeOf('bitcoin', start + 3, 'coingecko', '48607.8745224845')]);
      await store.addCloses([{ ...closeOf('bitcoin', start + 4, 'own', '7'), at: (start + 5) * dayMs - 1 }]);
      const read = () => Promise.all(['bitcoin', 'ünïcode-coin'].map((coinId) => store.listAll(coinId)));
      const before = await read();
      expect(before.map((line) => line.length)).toEqual([41, 40]);
      await revertMigrations(db, '0031-recent-closes');
      const blocks = await db.selectFrom('close_blocks').select(['coin_id', 'block']).execute();
      expect(blocks).toHaveLength(3);
      await migrateDatabase(db);
      expect(await db.selectFrom('recent_closes').selectAll().execute()).toEqual([]);
      expect(await read()).toEqual(before);
    });
  });
}
