import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { fakeCoin, fakeDetail, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';

const day = 86_400_000;
const asOf = new Date(fakeNow).toISOString();

describe('the value of a portfolio', () => {
  let database: TestDatabase;
  let db: Database;
  let server: PortfolioApp;

  beforeAll(async () => {
    database = await createSqliteDatabase();
    db = await database.open();
    await migrateDatabase(db);
  });
  afterAll(() => database.remove());

  beforeEach(() => {
    server = createPortfolioApp(db);
    const coins = [
      fakeCoin('bitcoin', { current_price: 100_000, price_change_24h: -1000 }),
      fakeCoin('ethereum', { current_price: 4000, price_change_24h: 100, quarantined: true }),
      fakeCoin('nameless', { current_price: null, price_change_24h: null }),
    ];
    server.market.publish(fakeSnapshot({ coins }));
  });

  async function addOwner(
    ...holdings: (readonly [coinId: string, amount: string, purchasePrice?: string])[]
  ) {
    const { userId, main } = await server.addUser();
    for (const [coinId, amount, purchasePrice = null] of holdings) {
      const body = { coinId, symbol: 'x', name: 'x', amount, purchasePrice };
      expect((await server.call(userId, 'POST', '/api/portfolio', body)).statusCode).toBe(201);
    }
    return { userId, url: `/api/portfolios/${main.id}` };
  }

  async function value(...holdings: Parameters<typeof addOwner>) {
    const { userId, url } = await addOwner(...holdings);
    const answer = await server.call(userId, 'GET', `${url}/performance`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    return answer.json<PortfolioPerformance>();
  }

  it('is computed from the snapshot, and states its age and source', async () => {
    const { totals, holdings, ...about } = await value(
      ['bitcoin', '0.25', '68400'],
      ['ethereum', '3.2', '2650'],
    );
    expect(about).toEqual({ portfolioId: expect.any(String), source: 'coingecko', state: 'live', asOf });
    expect(totals).toMatchObject({
      value: '37800',
      invested: '25580',
      pnl: '12220',
      change24h: '70',
      withoutPrice: 0,
    });
    expect(holdings.map((one) => [one.coinId, one.priceState, one.price, one.pnlPercent])).toEqual([
      ['ethereum', 'quarantined', '4000', '50.94339623'],
      ['bitcoin', 'live', '100000', '46.19883041'],
    ]);
    expect(holdings[0]).toMatchObject({ priceAsOf: asOf, hasCost: true, value: '12800', invested: '8480' });
  });

  it('says that prices are stale when the market is', async () => {
    server.market.setState('stale');
    const { state, holdings } = await value(['bitcoin', '1']);
    expect([state, holdings[0]?.priceState, holdings[0]?.value]).toEqual(['stale', 'stale', '100000']);
  });

  it('is null for a coin without a price instead of zero', async () => {
    const { totals, holdings } = await value(['nameless', '5', '10'], ['bitcoin', '1', '90000']);
    expect(totals).toMatchObject({
      value: '100000',
      invested: '90000',
      withoutPrice: 1,
      investedWithoutPrice: '50',
    });
    expect(holdings.at(-1)).toMatchObject({ coinId: 'nameless', priceState: 'gone', value: null, pnl: null });
  });

  it('requests coins outside the list', async () => {
    server.market.onDemand.details.set('rare', {
      value: fakeDetail('rare'),
      fetchedAt: fakeNow - 5,
      isStale: true,
    });
    const { holdings } = await value(['rare', '3']);
    expect(holdings[0]).toMatchObject({ price: '1', value: '3', priceState: 'stale' });
    expect(holdings[0]?.priceAsOf).toBe(new Date(fakeNow - 5).toISOString());
  });

  it('states the source and age of the prices used, even if newer ones arrive meanwhile', async () => {
    const rare = { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false };
    server.market.onDemand.details.set('rare', rare);
    const { userId, url } = await addOwner(['bitcoin', '1'], ['rare', '1']);
    server.market.getCoin = async () => {
      server.market.publish(fakeSnapshot({ source: 'simulated', asOf: fakeNow + 1 }));
      return rare;
    };
    const answer = await server.call(userId, 'GET', `${url}/performance`);
    expect(answer.json()).toMatchObject({ source: 'coingecko', asOf, totals: { value: '100001' } });
  });

  it('says whether a coin is gone or its price is temporarily unavailable', async () => {
    server.market.onDemand.details.set('rare', {
      value: fakeDetail('rare'),
      fetchedAt: fakeNow,
      isStale: false,
    });
    const { userId, url } = await addOwner(['rare', '3']);
    const stateOf = async () =>
      (await server.call(userId, 'GET', `${url}/performance`)).json().holdings[0].priceState;
    server.market.onDemand.details.clear();
    expect(await stateOf()).toBe('gone');
    server.market.getCoin = () => Promise.reject(new AppError('market_unavailable', 'Not now.'));
    expect(await stateOf()).toBe('unavailable');
    server.market.getCoin = () => Promise.reject(new Error('a fault'));
    expect((await server.call(userId, 'GET', `${url}/performance`)).statusCode).toBe(500);
  });

  describe('over time', () => {
    const points = (...values: number[]): PricePoint[] =>
      values.map((price, index) => [fakeNow - (values.length - index) * day, price]);
    const setHistory = (coinId: string, prices: PricePoint[]) =>
      server.market.onDemand.histories.set(coinId, {
        value: { prices, market_caps: [], total_volumes: [] },
        fetchedAt: fakeNow,
        isStale: false,
      });

    it('uses only the snapshot for seven days, and ends with the present value', async () => {
      const { userId, url } = await addOwner(['bitcoin', '2'], ['ethereum', '1']);
      const answer = await server.call(userId, 'GET', `${url}/history`);
      const { values, leftOut, source } = answer.json();
      expect([answer.statusCode, source, leftOut]).toEqual([200, 'coingecko', []]);
      expect(values[0]).toEqual([fakeNow - 7 * day, 3 * 90]);
      expect(values.at(-1)).toEqual([fakeNow, 204_000]);
      expect(server.market.calls.filter((call) => call.startsWith('getHistory'))).toEqual([]);
    });

    it('uses price history for other spans, with one request per coin', async () => {
      setHistory('bitcoin', points(10, 20));
      const { userId, url } = await addOwner(['bitcoin', '1'], ['bitcoin', '2']);
      const { values } = (await server.call(userId, 'GET', `${url}/history?days=1`)).json();
      expect(values).toEqual([
        [fakeNow - 2 * day, 30],
        [fakeNow - day, 60],
        [fakeNow, 300_000],
      ]);
      expect(server.market.calls.filter((call) => call.startsWith('getHistory'))).toEqual([
        'getHistory bitcoin 1 auto',
      ]);
    });

    it('names the coins it leaves out', async () => {
      setHistory('bitcoin', points(10, 20));
      const { userId, url } = await addOwner(['bitcoin', '1'], ['ethereum', '1'], ['nameless', '1']);
      const { values, leftOut } = (await server.call(userId, 'GET', `${url}/history?days=1`)).json();
      expect(values.at(-1)).toEqual([fakeNow, 100_000]);
      expect(leftOut).toEqual([
        { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' },
        { coinId: 'nameless', symbol: 'nam', name: 'Nameless' },
      ]);
    });

    it('is 503 if no history is available, and empty for an empty portfolio', async () => {
      const { userId, url } = await addOwner(['bitcoin', '1']);
      const answer = await server.call(userId, 'GET', `${url}/history?days=1`);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'market_unavailable']);
      const empty = await addOwner();
      const none = await server.call(empty.userId, 'GET', `${empty.url}/history?days=1`);
      expect([none.statusCode, none.json().values]).toEqual([200, []]);
    });

    it('reaches back as far as the plan allows', async () => {
      setHistory('bitcoin', points(10, 20));
      const { userId, url } = await addOwner(['bitcoin', '1']);
      const ask = (days: number | 'max') => server.call(userId, 'GET', `${url}/history?days=${days}`);
      const refused = await ask(30);
      expect([refused.statusCode, refused.json().code, refused.json().requiredTier]).toEqual([
        403,
        'plan_required',
        'pro',
      ]);
      await db.updateTable('users').set({ tier: 'pro' }).where('id', '=', userId).execute();
      expect((await ask(365)).statusCode).toBe(200);
      expect((await ask('max')).json().requiredTier).toBe('premium');
      await db.updateTable('users').set({ tier: 'premium' }).where('id', '=', userId).execute();
      expect((await ask('max')).statusCode).toBe(200);
      expect((await ask(0)).statusCode).toBe(400);
    });
  });
});
