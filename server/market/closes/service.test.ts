import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { formatDay, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { createLocalUpstream } from '../feed/upstream.ts';
import type { CloseSource } from './close-source.ts';
import type { DailyClose } from './daily-closes.ts';
import { createCloseRequestStore } from './request-store.ts';
import { createCloseService, decodeStoredCloses, type StoredCloses } from './service.ts';
import { createCloseStore } from './store.ts';

const noon = Date.UTC(2026, 0, 2, 12);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the close service on ${name}`, () => {
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

    function open(provider = new FakeProvider()) {
      const store = { ...createCloseStore(db), ...createCloseRequestStore(db) };
      const coins = [fakeCoin('bitcoin', { current_price: 50_000 })];
      const market = new FakeMarket(fakeSnapshot({ source: provider.source, coins }));
      const upstream = createLocalUpstream(provider);
      let requests = 0;
      const closes = createCloseService({
        store,
        requests: store,
        market,
        upstream: () => upstream,
        clock: { now: () => now },
        requester: () => 'ada',
        onRequest: () => {
          requests += 1;
        },
      });
      const read = async (coinId: string, ...days: string[]) => {
        const found = await closes.readCloses(days.map((day) => ({ coinId, day })));
        return found.map((close) => (typeof close === 'object' ? (close?.value ?? null) : close));
      };
      return { store, closes, market, provider, read, requests: () => requests };
    }

    const close = (coinId: string, day: string, source: CloseSource, price: string): DailyClose => ({
      coinId,
      day: parseDay(day),
      source,
      price,
      at: startOfDay(parseDay(day) + 1),
    });

    it("prefers the provider's history, then our own quotes, then imports", async () => {
      const { store, read } = open();
      const [one, two, three] = ['2025-01-01', '2025-01-02', '2025-01-03'] as const;
      await store.addCloses([one, two, three].map((day) => close('bitcoin', day, 'import', '1')));
      await store.addCloses([two, three].map((day) => close('bitcoin', day, 'own', '2')));
      await store.addCloses([close('bitcoin', three, 'coingecko', '3')]);
      expect(await read('bitcoin', one, two, three)).toEqual(['1', '2', '3']);
    });

    it('keeps a used close, even if a better source comes later', async () => {
      const { store, read, closes } = open();
      const day = '2025-01-01';
      await store.addCloses([close('bitcoin', day, 'import', '1')]);
      expect(await read('bitcoin', day)).toEqual(['1']);
      await store.addCloses([close('bitcoin', day, 'own', '2')]);
      await store.addCloses([close('bitcoin', day, 'coingecko', '3')]);
      expect(await read('bitcoin', day)).toEqual(['1']);
      const span = { coinId: 'bitcoin', from: parseDay(day), to: parseDay(day) };
      const { prices } = await closes.readSpan(span);
      expect(prices.get(parseDay(day))).toBe('1');
    });

    it("never changes the provider's price of a day", async () => {
      const { store, read } = open();
      await store.addCloses([close('bitcoin', '2025-01-01', 'coingecko', '3')]);
      await store.addCloses([close('bitcoin', '2025-01-01', 'coingecko', '4')]);
      expect(await read('bitcoin', '2025-01-01')).toEqual(['3']);
    });

    it("replaces a day's earlier quote with a later one, until a figure was computed from it", async () => {
      const { store, read } = open();
      const first = { ...close('rare', '2026-01-01', 'own', '1'), at: 10 };
      await store.addCloses([{ ...first, price: '2', at: 20 }]);
      await store.addCloses([first]);
      expect(await read('rare', '2026-01-01')).toEqual(['2']);
      await store.addCloses([{ ...first, price: '3', at: 30 }]);
      expect(await read('rare', '2026-01-01')).toEqual(['2']);
    });

    it('returns the last accepted quote for today and later', async () => {
      const { closes, read } = open();
      expect(await read('bitcoin', '2026-01-02', '2026-01-03')).toEqual(['50000', '50000']);
      const [today] = await closes.readCloses([{ coinId: 'bitcoin', day: '2026-01-02' }]);
      expect(today).toEqual({
        value: '50000',
        at: Date.parse('2026-01-02T03:04:00.000Z'),
        source: 'coingecko',
      });
    });

    it('requests a missing close once, and reports that it is pending', async () => {
      const { store, read, requests } = open();
      expect(await read('rare', '2025-01-01')).toEqual(['pending']);
      expect(await read('rare', '2025-01-01', '2025-01-02')).toEqual(['pending', 'pending']);
      expect(requests()).toBe(1);
      await store.addCloses([close('rare', '2025-01-02', 'coingecko', '7')]);
      await store.recordAnswer('rare', now);
      expect(await read('rare', '2025-01-01', '2025-01-02')).toEqual([null, '7']);
      expect(requests()).toBe(1);
    });

    it('requests again for days that have ended since, and weekly for what the provider lacked', async () => {
      const { store, read, requests } = open();
      await store.addRequests([{ coinId: 'rare', turn: now }], now);
      await store.recordAnswer('rare', now);
      expect(await read('rare', '2025-01-01')).toEqual([null]);
      now = Date.UTC(2026, 0, 3, 1);
      expect(await read('rare', '2026-01-02')).toEqual(['pending']);
      expect(requests()).toBe(1);
      await store.recordAnswer('rare', now);
      now += 8 * 24 * 3_600_000;
      expect(await read('rare', '2025-01-01')).toEqual([null]);
      expect(requests()).toBe(2);
    });

    it('does not request a close before the provider has it', async () => {
      const { store, read, requests } = open();
      now = Date.UTC(2026, 0, 3, 0, 10);
      await store.addRequests([{ coinId: 'rare', turn: now }], now);
      await store.recordAnswer('rare', now);
      await read('rare', '2026-01-02');
      expect(requests()).toBe(0);
    });

    it('rounds to 18 decimals half-even, and has no price if nothing is left', async () => {
      const { store, read } = open();
      await store.addCloses([
        close('tiny', '2025-01-01', 'coingecko', '0.0000000000000000125'),
        close('tiny', '2025-01-02', 'coingecko', '0.0000000000000000004'),
      ]);
      await store.addRequests([{ coinId: 'tiny', turn: now }], now);
      await store.recordAnswer('tiny', now);
      expect(await read('tiny', '2025-01-01', '2025-01-02')).toEqual(['0.000000000000000012', null]);
    });

    it('reads many days and whole spans consistently', async () => {
      const { store, closes } = open();
      const first = parseDay('2024-01-01');
      const days = Array.from({ length: 300 }, (_, index) => first + index);
      await store.addCloses(days.map((day) => close('rare', formatDay(day), 'coingecko', `${day}`)));
      const named = await closes.readCloses(days.map((day) => ({ coinId: 'rare', day: formatDay(day) })));
      expect(named.map((found) => found && typeof found === 'object' && Number(found.value))).toEqual(days);
      const read = await closes.readSpan({ coinId: 'rare', from: first - 1, to: first + 299 });
      expect([...read.prices]).toEqual(days.map((day) => [day, `${day}`]));
      expect(read.isPending).toBe(true);
    });

    it('gives a thread the stored data, from which it computes the same prices', async () => {
      const { store, closes, requests } = open();
      const [from, to] = ['2025-06-01', '2026-01-02'].map(parseDay) as [number, number];
      const days = Array.from({ length: 150 }, (_, index) => formatDay(from + 2 + index));
      await store.addCloses(days.map((day, index) => close('bitcoin', day, 'kraken', `${index + 1}.25`)));
      await closes.readCloses([{ coinId: 'bitcoin', day: days[7]! }]);
      await store.addCloses([close('bitcoin', days[7]!, 'coingecko', '99')]);
      const span = { coinId: 'bitcoin', from, to };
      const { isPending, ...read } = await closes.readSpan(span);
      const countBefore = requests();
      const sent = structuredClone(await closes.readSpanForThread(span)) as StoredCloses;
      const { newestMissing, ...opened } = decodeStoredCloses(span, sent);
      expect(opened).toEqual(read);
      expect(read.prices.get(parseDay(days[7]!))).toBe('8.25');
      expect(read.prices.get(to)).toBe('50000');
      expect(requests()).toBe(countBefore);
      expect(newestMissing).toBe(to - 1);
      expect(await closes.requestMissing('bitcoin', newestMissing!)).toBe(isPending);
    });

    it("sends a thread only its own bytes, not the driver's surrounding buffer", async () => {
      const { store, closes } = open();
      await store.addCloses([close('rare', '2025-01-01', 'coingecko', '3')]);
      const day = parseDay('2025-01-01');
      const read = (await closes.readSpanForThread({ coinId: 'rare', from: day, to: day })) as StoredCloses;
      for (const { closes: bytes } of read.stored.blocks) expect(bytes.buffer.byteLength).toBe(bytes.length);
      expect(read.stored.blocks).toHaveLength(1);
    });

    it('computes simulated histories and stores none of them', async () => {
      const provider = new FakeProvider('simulated');
      const midnight = startOfDay(parseDay('2025-01-02'));
      provider.history = {
        prices: [
          [midnight, 9],
          [noon, 10],
        ],
        market_caps: [],
        total_volumes: [],
      };
      const { closes, store, requests } = open(provider);
      await store.addCloses([close('rare', '2025-01-01', 'coingecko', '3')]);
      const wanted = ['2025-01-01', '2024-01-01'].map((day) => ({ coinId: 'rare', day }));
      expect(await closes.readCloses(wanted)).toEqual([
        { value: '9', at: midnight, source: 'simulated' },
        null,
      ]);
      expect(await closes.readCloses([{ coinId: 'rare', day: '2026-01-02' }])).toMatchObject([
        { value: '10' },
      ]);
      expect(provider.count('getHistory')).toBe(1);
      expect(requests()).toBe(0);
      const [from, to] = ['2024-01-01', '2026-01-02'].map(parseDay) as [number, number];
      expect(await store.listClosesBetween('rare', from, to)).toHaveLength(1);
    });
  });
}
