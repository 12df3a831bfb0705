import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import {
  FakeMarket,
  fakeCoin,
  fakeDetail,
  fakeNow,
  fakeSnapshot,
} from '../../../tests/support/market/fake-market.ts';
import { FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { FakeRates, fakeRateService } from '../../../tests/support/market/fake-rates.ts';
import { marketRouteDeps } from '../../../tests/support/market/market-route-deps.ts';
import { createLocalUpstream, type Upstream } from '../feed/upstream.ts';
import { UpstreamError } from '../provider.ts';
import { createRateStore, type RateStore } from '../rates/store.ts';
import { registerMarketRoutes } from '../routes.ts';

const day = 86_400_000;

function serve(
  parts: { market?: FakeMarket; rates?: FakeRates; upstream?: Upstream; store?: RateStore } = {},
) {
  const { market = new FakeMarket(), rates: held = new FakeRates(), upstream, store } = parts;
  const app = createBareApp();
  const rates = fakeRateService(held, store && { store });
  registerMarketRoutes(app, marketRouteDeps(market, rates, upstream));
  const get = async (path: string) => {
    const answer = await app.inject(`/api${path}`);
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return { get, market, held };
}

const coins = '/cryptocurrencies';
const allCalls = [
  coins,
  `${coins}/bitcoin`,
  `${coins}/bitcoin/history`,
  `${coins}/bitcoin/ohlc`,
  '/global',
  '/search?query=bit',
  '/trending',
];
const withCurrency = (path: string, code: string) =>
  `${path}${path.includes('?') ? '&' : '?'}vs_currency=${code}`;

function knownMarket(): FakeMarket {
  const market = new FakeMarket(
    fakeSnapshot({ coins: [fakeCoin('bitcoin', { current_price: 102_496.22 })] }),
  );
  market.onDemand.details.set('bitcoin', {
    value: fakeDetail('bitcoin'),
    fetchedAt: fakeNow,
    isStale: false,
  });
  return market;
}

describe('vs_currency', () => {
  it.each(allCalls)('with an unknown code is refused by %s with 400 and the field’s name', async (path) => {
    for (const code of ['zzz', 'e', 'eur,gbp', '%20']) {
      const { status, body } = await serve({ market: knownMarket() }).get(withCurrency(path, code));
      expect([status, body.code, body.issues]).toEqual([
        400,
        'invalid_request',
        [{ path: 'vs_currency', message: 'Must be a currency of /api/rates, such as eur' }],
      ]);
    }
  });

  it.each(allCalls)('without a current rate makes %s answer 503; dollars need none', async (path) => {
    const rates = new FakeRates({}, fakeNow);
    const market = knownMarket();
    market.onDemand.histories.set('bitcoin', historyOf([[fakeNow, 1]]));
    market.onDemand.candles.set('bitcoin', {
      value: [[fakeNow, 1, 1, 1, 1]],
      fetchedAt: fakeNow,
      isStale: false,
    });
    const { get } = serve({ market, rates });
    const { status, body } = await get(withCurrency(path, 'eur'));
    expect([status, body.code]).toEqual([503, 'market_unavailable']);
    expect((await get(withCurrency(path, 'USD'))).status).toBe(200);
  });

  it('converts every amount at dollars × rate, for a code in any case, and keeps percentages unchanged', async () => {
    const { get } = serve({ market: knownMarket() });
    const [[usd], [eur]] = [
      (await get(coins)).body,
      (await get(`${coins}?vs_currency=Eur&sparkline=true`)).body,
    ];
    expect(eur.current_price).toBe(88_146.7492);
    for (const field of [
      'market_cap',
      'fully_diluted_valuation',
      'total_volume',
      'high_24h',
      'low_24h',
      'ath',
      'atl',
    ])
      expect(eur[field], field).toBeCloseTo(usd[field] * 0.86, 9);
    expect([eur.price_change_24h, eur.market_cap_change_24h]).toEqual([0.86, 8600]);
    for (const field of [
      'price_change_percentage_24h',
      'ath_change_percentage',
      'circulating_supply',
      'market_cap_rank',
    ])
      expect(eur[field], field).toBe(usd[field]);
    expect(eur.sparkline_in_7d.price).toEqual([90, 95, 100].map((price) => price * 0.86));
  });

  it('keeps all digits of a long rate', async () => {
    const [btc] = (await serve({ market: knownMarket() }).get(`${coins}?vs_currency=btc`)).body;
    // 102496.22 × 0.00000976543210123456789012345678901234
    expect(btc.current_price).toBe(Number('1.0009198770432006'));
  });

  it('adds the currency to coins, totals and trending coins, next to dollars where the shape allows it', async () => {
    const { get } = serve({ market: knownMarket() });
    const coin = (await get(`${coins}/bitcoin?vs_currency=eur`)).body.market_data;
    expect(coin.current_price).toEqual({ usd: 1, eur: 0.86 });
    expect(coin.ath_change_percentage).toEqual({ usd: 1, eur: 1 });
    expect(coin.ath_date.eur).toBe(coin.ath_date.usd);
    expect(coin.price_change_24h_in_currency).toEqual({ usd: 1, eur: 0.86 });
    expect((await get(`${coins}/bitcoin`)).body.market_data.current_price).toEqual({ usd: 1 });
    const global = (await get('/global?vs_currency=gbp')).body;
    expect([global.total_market_cap, global.total_volume]).toEqual([
      { usd: 3e12, gbp: 2.25e12 },
      { usd: 1e11, gbp: 7.5e10 },
    ]);
    expect((await get('/trending?vs_currency=jpy')).body.coins[0].price).toBe(226.5);
    expect((await get('/search?query=bit&vs_currency=eur')).status).toBe(200);
  });

  it('has the new rate immediately, under another ETag, and reports an old one as stale', async () => {
    const { get, held } = serve({ market: knownMarket() });
    const path = `${coins}?vs_currency=eur`;
    const before = await get(path);
    expect(before.headers['x-market-data']).toBe('live');
    held.set({ usd: '1', eur: '0.5' }, fakeNow, { isFailing: true });
    const after = await get(path);
    expect([after.body[0].current_price, after.headers['x-market-data']]).toEqual([51_248.11, 'stale']);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await get(coins)).headers['x-market-data']).toBe('live');
  });
});

function historyOf(prices: PricePoint[]) {
  return {
    value: { prices, market_caps: prices, total_volumes: prices },
    fetchedAt: fakeNow,
    isStale: false,
  };
}

describe('a history in a currency', () => {
  it('comes from the provider, each point at the rate of its time, requested once', async () => {
    const provider = new FakeProvider();
    provider.histories.set('eur', {
      prices: [
        [fakeNow - day, 81],
        [fakeNow, 86],
      ],
      market_caps: [],
      total_volumes: [],
    });
    const { get } = serve({ market: knownMarket(), upstream: createLocalUpstream(provider) });
    const path = `${coins}/bitcoin/history?days=7&vs_currency=EUR`;
    const { body } = await get(path);
    expect([body.prices, body.rates]).toEqual([
      [
        [fakeNow - day, 81],
        [fakeNow, 86],
      ],
      'provider',
    ]);
    await get(path);
    await get(`${coins}/bitcoin/history?days=5&vs_currency=eur`);
    expect(provider.calls).toEqual(['getHistory bitcoin 365 daily eur']);
    await get(`${coins}/bitcoin/ohlc?days=7&vs_currency=eur`);
    expect(provider.calls.at(-1)).toBe('listCandles bitcoin 7 eur');
  });
});

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a history in a currency that the provider lacks, on ${name}`, () => {
    let database: TestDatabase;
    let store: RateStore;
    beforeEach(async () => {
      database = await create();
      const db = await database.open();
      await migrateDatabase(db);
      store = createRateStore(db);
    });
    afterEach(() => database.remove());

    const today = parseDay('2026-01-02');
    const noon = (back: number) => startOfDay(today - back) + day / 2;

    async function saveEuroRates(rates: Record<number, string>) {
      await store.saveRates(
        Object.entries(rates).map(([back, rate]) => ({
          currency: 'eur',
          day: today - Number(back),
          source: 'coingecko' as const,
          rate,
          at: noon(Number(back)),
        })),
      );
    }

    function serveRefused() {
      const provider = new FakeProvider();
      provider.before = () => {
        throw new UpstreamError('refused', 'Not in this plan');
      };
      const market = knownMarket();
      const points = [20, 12, 11, 3, 1, 0].map((back): PricePoint => [noon(back), 100]);
      market.onDemand.histories.set('bitcoin', historyOf(points));
      market.onDemand.candles.set('bitcoin', {
        value: [
          [noon(20), 1, 4, 1, 2],
          [noon(1), 1, 4, 1, 2],
        ],
        fetchedAt: fakeNow,
        isStale: false,
      });
      return serve({ market, upstream: createLocalUpstream(provider), store });
    }

    it("uses each point's own day, skips days without a rate, and never uses today's rate for them", async () => {
      await saveEuroRates({ 12: '0.5', 1: '0.7', 0: '0.8' });
      const { get } = serveRefused();
      const { body } = await get(`${coins}/bitcoin/history?days=max&vs_currency=eur`);
      // Three days ago the last rate was nine days old; at most seven are allowed.
      expect(body.prices).toEqual([
        [noon(12), 50],
        [noon(11), 50],
        [noon(1), 70],
        [noon(0), 80],
      ]);
      expect([body.market_caps.length, body.rates]).toEqual([4, 'daily']);
      const candles = (await get(`${coins}/bitcoin/ohlc?days=30&vs_currency=eur`)).body;
      expect(candles).toEqual([[noon(1), 0.7, 2.8, 0.7, 1.4]]);
    });

    it('with days=max, begins with stored days before the provider’s first', async () => {
      await saveEuroRates({ 12: '0.5', 11: '0.6', 1: '0.7' });
      const provider = new FakeProvider();
      const own: PricePoint[] = [
        [noon(2), 61],
        [noon(0), 81],
      ];
      provider.histories.set('eur', { prices: own, market_caps: [], total_volumes: [] });
      const market = knownMarket();
      const dollars = historyOf([20, 12, 11, 2, 1, 0].map((back): PricePoint => [noon(back), 100]));
      const coverage = { from: new Date(noon(20)).toISOString(), sources: ['coingecko' as const] };
      market.onDemand.histories.set('bitcoin', { ...dollars, value: { ...dollars.value, coverage } });
      const { get } = serve({ market, upstream: createLocalUpstream(provider), store });
      const { body } = await get(`${coins}/bitcoin/history?days=max&vs_currency=eur`);
      expect(body.prices).toEqual([[noon(12), 50], [noon(11), 60], ...own]);
      expect([body.rates, body.coverage.from]).toEqual(['daily', new Date(noon(12)).toISOString()]);
    });

    it('counts a point at midnight towards the day that ends', async () => {
      await saveEuroRates({ 2: '0.5', 1: '0.7' });
      const market = knownMarket();
      market.onDemand.histories.set('bitcoin', historyOf([[startOfDay(today - 1), 100]]));
      const { body } = await serve({ market, store }).get(`${coins}/bitcoin/history?vs_currency=eur`);
      expect(body.prices).toEqual([[startOfDay(today - 1), 50]]);
    });

    it('is unavailable if no day of it has a rate', async () => {
      const { get } = serveRefused();
      expect((await get(`${coins}/bitcoin/history?vs_currency=eur`)).status).toBe(503);
      expect((await get(`${coins}/bitcoin/ohlc?vs_currency=eur`)).status).toBe(503);
    });
  });
}
