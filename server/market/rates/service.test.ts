import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarketSource, MarketState } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { HeldRates } from './rate-refresher.ts';
import { createRateService, importEcbRates } from './service.ts';
import { createRateStore, type DailyRate, type RateSource } from './store.ts';

const now = Date.UTC(2026, 0, 2, 12);
const refreshMs = 300_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the rate service on ${name}`, () => {
    let files: TestDatabase;
    let db: Database;
    beforeEach(async () => {
      files = await create();
      db = await files.open();
      await migrateDatabase(db);
    });
    afterEach(() => files.remove());

    function open(held: Partial<HeldRates> = {}, state: MarketState = 'live', at = now) {
      const source: MarketSource = held.source ?? 'coingecko';
      const current: HeldRates = { source, rates: new Map(), asOf: now, isFailing: false, ...held };
      return createRateService({
        store: createRateStore(db),
        held: () => current,
        simulate: (code) => (code === 'gbp' ? 0.75 : null),
        marketStatus: () => ({ source, state, asOf: null }),
        refreshMs,
        clock: { now: () => at },
      });
    }

    const rate = (currency: string, day: string, source: RateSource, text: string): DailyRate => ({
      currency,
      day: parseDay(day),
      source,
      rate: text,
      at: startOfDay(parseDay(day)),
    });

    const eurOn = async (day: string, held?: Partial<HeldRates>) => {
      const [found] = await open(held).readRates([{ currency: 'EUR', day }]);
      return found?.value ?? null;
    };

    it('knows the currencies in which figures can be calculated: those offered, and those of past rates', async () => {
      await createRateStore(db).addRates([rate('isk', '2024-03-27', 'ecb', '138')]);
      const rates = new Map([['xyz', { rate: '2', at: now, candidate: null }]]);
      const service = open({ rates });
      const listKnown = async (codes: readonly string[], one = service) => {
        const answers = await Promise.all(codes.map(one.hasRates));
        return codes.filter((_, index) => answers[index]);
      };
      expect(await listKnown(['usd', 'eur', 'btc', 'sats', 'xyz', 'isk', 'qqq', 'xy'])).toEqual([
        ...['usd', 'eur', 'btc', 'sats', 'xyz', 'isk'],
      ]);
      const starting = open({ asOf: null });
      expect(await listKnown(['usd', 'eur', 'xyz', 'qqq'], starting)).toHaveLength(4);
    });

    it("prefers the provider's rate of a day to an imported one, whichever came first", async () => {
      const store = createRateStore(db);
      await store.saveRates([rate('eur', '2024-03-27', 'coingecko', '0.9')]);
      await store.addRates([
        rate('eur', '2024-03-27', 'ecb', '0.8'),
        rate('eur', '2024-03-28', 'ecb', '0.8'),
      ]);
      await store.saveRates([rate('eur', '2024-03-28', 'coingecko', '0.7')]);
      expect(await eurOn('2024-03-27')).toBe('0.9');
      expect(await eurOn('2024-03-28')).toBe('0.7');
    });

    it('uses the last rate before a day without one, at most seven days back', async () => {
      await createRateStore(db).addRates([rate('eur', '2024-03-28', 'ecb', '0.8')]);
      expect(await eurOn('2024-03-27')).toBeNull();
      expect(await eurOn('2024-04-04')).toBe('0.8');
      expect(await eurOn('2024-04-05')).toBeNull();
    });

    it("uses the displayed price for a coin today, and the day's rate before", async () => {
      await createRateStore(db).saveRates([
        rate('btc', '2026-01-01', 'coingecko', '0.00001'),
        rate('btc', '2026-01-02', 'coingecko', '0.00002'),
      ]);
      const held = { rates: new Map([['btc', { rate: '0.000021', at: now, candidate: null }]]) };
      const btc = ['2026-01-01', '2026-01-02'].map((day) => ({ currency: 'BTC', day }));
      const found = await open(held).readRates(btc);
      expect(found.map((each) => each?.value)).toEqual(['0.00001', '0.000021']);
    });

    it('never mixes simulated and real rates', async () => {
      const store = createRateStore(db);
      await store.saveRates([rate('eur', '2024-03-28', 'simulated', '0.5')]);
      expect(await eurOn('2024-03-28')).toBeNull();
      await store.saveRates([rate('eur', '2024-03-28', 'coingecko', '0.9')]);
      expect(await eurOn('2024-03-28', { source: 'simulated' })).toBe('0.5');
    });

    it('knows the simulated past without having recorded it, and no other', async () => {
      const wanted = [
        { currency: 'GBP', day: '2020-01-01' },
        { currency: 'XYZ', day: '2020-01-01' },
        { currency: 'GBP', day: '2026-01-03' },
      ];
      const simulated = await open({ source: 'simulated' }).readRates(wanted);
      expect(simulated).toEqual([
        { value: '0.75', at: Date.UTC(2020, 0, 2), source: 'simulated' },
        null,
        null,
      ]);
      expect(await open().readRates(wanted)).toEqual([null, null, null]);
    });

    it('answers many at a time in order, with 1 for dollars', async () => {
      await createRateStore(db).addRates([
        rate('eur', '2024-03-28', 'ecb', '0.8'),
        rate('gbp', '2024-03-28', 'ecb', '0.7'),
      ]);
      const wanted = ['gbp', 'USD', 'xyz', 'EUR'].map((currency) => ({ currency, day: '2024-03-28' }));
      const found = await open().readRates(wanted);
      expect(found.map((known) => known?.value ?? null)).toEqual(['0.7', '1', null, '0.8']);
      expect(found[0]).toMatchObject({ source: 'ecb', at: Date.UTC(2024, 2, 28) });
    });

    it("replaces today's rate with each refresh", async () => {
      const store = createRateStore(db);
      await store.saveRates([rate('eur', '2026-01-02', 'coingecko', '0.9')]);
      await store.saveRates([{ ...rate('eur', '2026-01-02', 'coingecko', '0.91'), at: now }]);
      expect(await eurOn('2026-01-02')).toBe('0.91');
      expect(await store.listLatest('coingecko')).toEqual([
        { ...rate('eur', '2026-01-02', 'coingecko', '0.91'), at: now },
      ]);
    });

    it('imports a file once', async () => {
      const text = 'Date,USD,JPY\n2024-03-28,1.25,160\n2024-03-27,1.6,N/A\nbroken,1,2\n';
      expect(await importEcbRates(db, text, now)).toMatchObject({
        added: 2,
        known: 0,
        refused: [{ line: 4, reason: '"broken" is not a date' }],
      });
      expect(await importEcbRates(db, text, now)).toMatchObject({ added: 0, known: 2 });
      expect(await importEcbRates(db, 'Date,USD\n2024-03-28,2\n', now)).toMatchObject({ added: 0, known: 1 });
      expect(await eurOn('2024-03-28')).toBe('0.8');
    });

    it('stores nothing from an unreadable file', async () => {
      expect(await importEcbRates(db, 'Date,USD\nbroken,1\n', now)).toBeNull();
      expect(await db.selectFrom('daily_rates').selectAll().execute()).toEqual([]);
    });

    describe('the current rates', () => {
      const rates = new Map([['eur', { rate: '0.80', at: now, candidate: null }]]);

      it('are live while they are fresh', () => {
        expect(open({ rates }).getCurrent()).toEqual({
          base: 'usd',
          rates: { eur: 0.8 },
          asOf: '2026-01-02T12:00:00.000Z',
          state: 'live',
        });
      });

      it.each([
        ['the last attempt failed', { isFailing: true }, 'live', now],
        ['the market is stale', {}, 'stale', now],
        ['they are old', {}, 'live', now + 2 * refreshMs + 10_001],
      ] as const)('are stale if %s', (_case, held, state, at) => {
        expect(open({ rates, ...held }, state, at).getCurrent()).toMatchObject({
          state: 'stale',
          rates: { eur: 0.8 },
        });
      });

      it('report that they are simulated, or missing', () => {
        expect(open({ rates, source: 'simulated' }).getCurrent().state).toBe('simulated');
        expect(open({ asOf: null }).getCurrent()).toMatchObject({
          state: 'unavailable',
          asOf: null,
          rates: {},
        });
      });
    });
  });
}
