import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Coin } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import type { Snapshot } from './snapshot.ts';
import { createMarketStore } from './store.ts';

const asOf = 1_795_000_000_123;

const bitcoin: Coin = {
  id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  image: 'https://assets.example/bitcoin.png',
  current_price: 87_123.456789,
  market_cap: 1_730_000_000_000,
  market_cap_rank: 1,
  fully_diluted_valuation: null,
  total_volume: 3.2e10,
  high_24h: 88_000,
  low_24h: 86_000,
  price_change_24h: -12.5,
  price_change_percentage_24h: -0.0143,
  market_cap_change_24h: null,
  market_cap_change_percentage_24h: null,
  circulating_supply: 19_900_000,
  total_supply: 19_900_000,
  max_supply: 21_000_000,
  ath: 126_080,
  ath_change_percentage: -30.9,
  ath_date: '2025-10-06T18:57:42.558Z',
  atl: 67.81,
  atl_change_percentage: 128_000,
  atl_date: '2013-07-06T00:00:00.000Z',
  last_updated: '2026-11-18T10:00:00.000Z',
  sparkline_in_7d: { price: [1e-12, 87_000.5] },
  quarantined: true,
};

const snapshot: Snapshot = {
  source: 'coingecko',
  asOf,
  coins: [bitcoin],
  global: null,
  trending: [
    {
      id: 'pepe',
      name: 'Pepe 🐸',
      symbol: 'pepe',
      small: '',
      thumb: '',
      market_cap_rank: null,
      price: 1.2e-8,
      price_change_percentage_24h: null,
    },
  ],
  rejected: 3,
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the market's store on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterEach(() => database.remove());

    it('is empty at first', async () => {
      const store = createMarketStore(db);
      expect(await store.loadSnapshot()).toBeNull();
      expect(await store.getStoredVersion()).toBeNull();
    });

    it('returns a snapshot unchanged, also to another process', async () => {
      await createMarketStore(db).saveSnapshot(snapshot);
      const other = createMarketStore(await database.open());
      expect(await other.loadSnapshot()).toEqual(snapshot);
      expect(await other.getStoredVersion()).toMatchObject({ asOf });
    });

    it('keeps the newest snapshot, whatever the order of saving', async () => {
      const store = createMarketStore(db);
      const newer = { ...snapshot, asOf: asOf + 1, rejected: 0 };
      await store.saveSnapshot(snapshot);
      await store.saveSnapshot(newer);
      await store.saveSnapshot(snapshot);
      expect(await store.loadSnapshot()).toEqual(newer);

      const again = { ...newer, rejected: 7 };
      await store.saveSnapshot(again);
      expect(await store.loadSnapshot()).toEqual(again);
    });

    it('replaces a future snapshot, which is from before the clock was set back', async () => {
      const store = createMarketStore(db);
      await store.saveSnapshot({ ...snapshot, asOf: asOf + 24 * 3_600_000 });
      await store.saveSnapshot(snapshot);
      expect(await store.getStoredVersion()).toMatchObject({ asOf });
    });

    it('refuses simulated prices', async () => {
      const store = createMarketStore(db);
      await expect(store.saveSnapshot({ ...snapshot, source: 'simulated' })).rejects.toThrow('simulated');
      expect(await store.loadSnapshot()).toBeNull();
    });

    it.each([
      ['is cut short', '{"coins": [{"id"'],
      ['has another shape', '{"coins": [{"id": "bitcoin"}]}'],
      ['has no coins', '{"coins": [], "global": null, "trending": [], "rejected": 0}'],
      ['is not an object', 'null'],
    ])('is empty, and logs it, if the stored data %s', async (_, body) => {
      const row = { source: 'coingecko', as_of: asOf, body, revision: 1 };
      await db.insertInto('snapshots').values(row).execute();
      const logger = { warn: vi.fn() };
      expect(await createMarketStore(db, logger).loadSnapshot()).toBeNull();
      expect(logger.warn).toHaveBeenCalledOnce();
    });
  });
}
