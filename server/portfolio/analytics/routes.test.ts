import { beforeEach, describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { planFeatures, type Tier } from '#contract/plans.ts';
import type { PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import type { Database } from '#server/platform/database/database.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeCoin, fakeDetail, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';

const dayMs = 86_400_000;
const today = Math.floor(fakeNow / dayMs) * dayMs;
const asOf = new Date(fakeNow).toISOString();

/** One price per day at midnight, the last one `daysAgo` days ago. */
const midnights = (prices: readonly number[], daysAgo: number): PricePoint[] =>
  prices.map((price, index) => [today - (daysAgo + prices.length - 1 - index) * dayMs, price]);
const dateOf = (daysAgo: number) => new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`portfolio analytics on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    beforeEach(() => {
      server = createPortfolioApp(db);
      const coins = [
        fakeCoin('bitcoin', { current_price: 100_000 }),
        fakeCoin('ethereum', { current_price: 4000 }),
        fakeCoin('doubted', { current_price: 7, quarantined: true }),
        fakeCoin('nameless', { current_price: null }),
      ];
      server.market.publish(fakeSnapshot({ coins }));
    });

    const setHistory = (coinId: string, prices: readonly number[], daysAgo = 0) =>
      server.market.onDemand.histories.set(coinId, {
        value: { prices: midnights(prices, daysAgo), market_caps: [], total_volumes: [] },
        fetchedAt: fakeNow,
        isStale: false,
      });

    async function addOwner(
      tier: Tier,
      ...holdings: (readonly [coinId: string, amount: string, price?: string])[]
    ) {
      const { userId, main } = await server.addUser(tier);
      for (const [coinId, amount, purchasePrice = null] of holdings) {
        const body = { coinId, symbol: 'x', name: 'x', amount, purchasePrice };
        expect((await server.call(userId, 'POST', '/api/portfolio', body)).statusCode).toBe(201);
      }
      const ask = (what: string) => server.call(userId, 'GET', `/api/portfolios/${main.id}/${what}`);
      const add = (transaction: object) =>
        server.call(userId, 'POST', `/api/portfolios/${main.id}/transactions`, {
          transactions: [transaction],
        });
      return { main, ask, add, analyze: async () => (await ask('analytics')).json<PortfolioAnalytics>() };
    }

    it.each([
      ['analytics', 'portfolioAnalytics'],
      ['export.csv', 'csvExport'],
    ] as const)('%s is refused on the free plan, and for another user’s portfolio', async (what, feature) => {
      const free = await addOwner('free', ['bitcoin', '1']);
      const refused = await free.ask(what);
      expect([refused.statusCode, refused.json().code, refused.json().requiredTier]).toEqual([
        403,
        'plan_required',
        'pro',
      ]);
      expect(refused.json().message).toBe(`${planFeatures[feature].line} is part of the Pro plan.`);
      for (const tier of ['pro', 'premium'] as const) {
        const { userId, main } = await server.addUser(tier);
        const answer = await server.call(userId, 'GET', `/api/portfolios/${main.id}/${what}`);
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
        const others = await server.call(userId, 'GET', `/api/portfolios/${free.main.id}/${what}`);
        expect([others.statusCode, others.json().code]).toEqual([404, 'not_found']);
      }
    });

    it('finds the best and worst holding among those with a known cost', async () => {
      const { analyze } = await addOwner(
        'pro',
        ['bitcoin', '0.5', '80000'],
        ['bitcoin', '0.001', '10000'],
        ['ethereum', '2', '5000'],
        ['ethereum', '1'],
      );
      const { gains, missing, asOf: time, source } = await analyze();
      expect([missing.gains, time, source]).toEqual([null, asOf, 'coingecko']);
      expect([gains?.counted, gains?.withoutCost]).toEqual([3, 1]);
      expect(gains?.bestByPercent).toMatchObject({ coinId: 'bitcoin', pnl: '90', pnlPercent: '900' });
      expect(gains?.bestByAmount).toMatchObject({ coinId: 'bitcoin', pnl: '10000', pnlPercent: '25' });
      expect(gains?.worstByPercent).toMatchObject({ coinId: 'ethereum', pnl: '-2000', pnlPercent: '-20' });
      expect(gains?.worstByAmount.holdingId).toBe(gains?.worstByPercent.holdingId);
    });

    it('measures concentration by coin, adding up several holdings of one', async () => {
      const { analyze } = await addOwner('pro', ['bitcoin', '0.03'], ['bitcoin', '0.03'], ['ethereum', '1']);
      const { spread, gains, missing } = await analyze();
      expect([gains, missing.gains]).toEqual([null, 'no_cost']);
      expect(spread).toEqual({
        coins: 2,
        largest: { coinId: 'bitcoin', symbol: 'bit', name: 'Bitcoin', value: '6000', sharePercent: '60' },
        concentration: '0.52',
        equalHoldings: '1.9230769231',
      });
    });

    it('has no concentration, which would be over 1, while more of a coin was sold than bought', async () => {
      const { add, analyze } = await addOwner('pro', ['bitcoin', '1']);
      const sale = {
        type: 'sell',
        occurredAt: '2024-01-01T00:00:00Z',
        in: { currency: 'USD', amount: '1' },
        out: { coinId: 'ethereum', amount: '20' },
      };
      expect((await add(sale)).statusCode).toBe(201);
      expect(await analyze()).toMatchObject({ spread: null, missing: { spread: 'negative_balance' } });
    });

    it('leaves out holdings without a reliable price and lists them', async () => {
      const { analyze } = await addOwner(
        'pro',
        ['doubted', '1', '1'],
        ['nameless', '1'],
        ['bitcoin', '1', '1'],
      );
      const { leftOut, spread, gains } = await analyze();
      expect(leftOut.map(({ coinId, priceState }) => [coinId, priceState])).toEqual([
        ['doubted', 'quarantined'],
        ['nameless', 'gone'],
      ]);
      expect([spread?.concentration, gains?.counted]).toEqual(['1', 1]);
      server.market.setState('stale');
      const stale = await analyze();
      expect([stale.gains, stale.spread, stale.past, stale.leftOut.length]).toEqual([null, null, null, 3]);
      expect(stale.missing).toEqual({ gains: 'no_price', spread: 'no_price', past: 'no_price' });
    });

    it('gives the reason for missing figures of an empty portfolio', async () => {
      const { analyze } = await addOwner('premium');
      expect(await analyze()).toMatchObject({
        gains: null,
        spread: null,
        past: null,
        leftOut: [],
        missing: { gains: 'no_holdings', spread: 'no_holdings', past: 'no_holdings' },
      });
    });

    it('describes the past of the present amounts, as far back as the plan allows', async () => {
      setHistory('bitcoin', [100, 110, 99, 99, 120, 120, 120, 120, 120, 120, 120, 120, 120, 120]);
      setHistory(
        'ethereum',
        Array.from({ length: 14 }, () => 0.000_001),
      );
      const pro = await addOwner('pro', ['bitcoin', '2'], ['ethereum', '1']);
      const { past, missing } = await pro.analyze();
      expect(missing.past).toBeNull();
      expect(past).toMatchObject({
        from: dateOf(13),
        to: dateOf(0),
        days: 14,
        maxDrawdown: { percent: -10, from: dateOf(12), to: dateOf(11) },
        bestDay: { date: dateOf(10), percent: 21.2121 },
        worstDay: { date: dateOf(12), percent: -10 },
        leftOut: [],
        sharePercent: '100',
      });
      expect(past?.volatility.annual).toBeCloseTo(past!.volatility.daily * Math.sqrt(365), 2);
      const premium = await addOwner('premium', ['bitcoin', '1']);
      await premium.analyze();
      expect(server.market.calls.filter((call) => call.startsWith('getHistory'))).toEqual([
        'getHistory bitcoin 365 auto',
        'getHistory ethereum 365 auto',
        'getHistory bitcoin max auto',
      ]);
    });

    it('gives no figures for too few days or without history, and names the coins', async () => {
      // The current price differs from the one at the start of today.
      setHistory(
        'bitcoin',
        Array.from({ length: 13 }, (_, index) => 100 + index),
        1,
      );
      const { analyze } = await addOwner('pro', ['bitcoin', '1', '1'], ['ethereum', '1']);
      expect(await analyze()).toMatchObject({ past: null, missing: { past: 'few_days', gains: null } });
      setHistory(
        'bitcoin',
        Array.from({ length: 14 }, (_, index) => 100 + index),
      );
      const { past } = await analyze();
      const ethereum = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' };
      expect([past?.leftOut, past?.sharePercent]).toEqual([[ethereum], '96.15384615']);
      setHistory('ethereum', []);
      expect((await analyze()).past).toEqual(past);
      expect(past?.maxDrawdown).toEqual({ percent: 0, from: null, to: null });
      server.market.onDemand.histories.clear();
      expect(await analyze()).toMatchObject({ past: null, missing: { past: 'no_history' } });
    });

    it('exports the holdings as CSV with all digits', async () => {
      server.market.onDemand.details.set('rare', {
        value: fakeDetail('rare'),
        fetchedAt: fakeNow - 5,
        isStale: true,
      });
      const { ask } = await addOwner(
        'pro',
        ['ethereum', '1.50', '5000.0'],
        ['rare', '.5', '1'],
        ['bitcoin', '0.000000000000000001'],
        ['nameless', '3', '2'],
      );
      const answer = await ask('export.csv');
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="altimeter-portfolio.csv"');
      expect(answer.body.split('\r\n')).toEqual([
        'coin_id,symbol,name,amount,purchase_price_usd,price_usd,value_usd,invested_usd,pnl_usd,pnl_percent,price_state,price_source,price_time',
        `rare,rar,rare,.5,1,1,0.5,0.5,0,0,stale,coingecko,${new Date(fakeNow - 5).toISOString()}`,
        `bitcoin,bit,Bitcoin,0.000000000000000001,,100000,0.0000000000001,,,,live,coingecko,${asOf}`,
        `ethereum,eth,Ethereum,1.50,5000.0,4000,6000,7500,-1500,-20,live,coingecko,${asOf}`,
        'nameless,nam,Nameless,3,2,,,6,,,gone,,',
        '',
      ]);
    });
  });
}
