import { beforeEach, describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import type { Holding, PortfolioHistory, PortfolioPerformance } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeCoin, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { buy, coin, money, openLedger, sell } from '../../../tests/support/portfolio/ledger-client.ts';
import { insertOpenings } from '../../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { mergePortfolios } from '../merge-service.ts';

const day = 86_400_000;
const opening = (coinId: string, amount: string, purchasePrice: string | null = null, more = {}) => ({
  ...{ coinId, symbol: 'x', name: 'x', amount, purchasePrice },
  ...more,
});

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the older calls on a ledger, on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });
    beforeEach(() => {
      server = createPortfolioApp(db);
      const prices = { bitcoin: 100_000, ethereum: 4000, solana: 100 };
      const coins = Object.entries(prices).map(([id, price]) => fakeCoin(id, { current_price: price }));
      server.market.publish(fakeSnapshot({ coins }));
    });

    async function open() {
      const ledger = await openLedger(server, 'premium');
      const { call, portfolioUrl } = ledger;
      return {
        ...ledger,
        async addOpening(...wanted: Parameters<typeof opening>): Promise<Holding> {
          const answer = await call('POST', '/api/portfolio', opening(...wanted));
          expect(answer.statusCode, answer.body).toBe(201);
          return answer.json();
        },
        items: async () => (await call('GET', '/api/portfolio')).json<Holding[]>(),
        performance: async () =>
          (await call('GET', `${portfolioUrl}/performance`)).json<PortfolioPerformance>(),
      };
    }

    it('create openings, dated at creation', async () => {
      const { addOpening, list, call } = await open();
      const item = await addOpening('bitcoin', '.50', '68400.10');
      const [transaction] = (await list()).transactions;
      expect(transaction).toMatchObject({
        id: item.id,
        type: 'opening',
        source: 'position',
        occurredAt: item.createdAt,
        isDateAssumed: true,
        in: { coinId: 'bitcoin', amount: '.50' },
        out: { currency: 'USD', amount: '34200.05' },
        wallet: 'main',
      });
      await call('PUT', `/api/portfolio/${item.id}`, { purchasePrice: null });
      expect((await list()).transactions[0]).toMatchObject({ out: null, in: { amount: '.50' } });
      await call('DELETE', `/api/portfolio/${item.id}`);
      expect((await list()).total).toBe(0);
      expect((await call('POST', `/api/transactions/${item.id}/restore`)).statusCode).toBe(200);
    });

    it('list amounts as entered until the opening itself is changed', async () => {
      const { addOpening, items, put, list } = await open();
      const item = await addOpening('bitcoin', '0.30', '0.10');
      const [stored] = (await list()).transactions;
      await put(item.id, { ...stored, note: 'noted' });
      expect(await items()).toEqual([item]);
      expect((await list()).transactions[0]?.isDateAssumed).toBe(true);
      const dated = { ...stored, occurredAt: '2024-01-01T00:00:00Z', updatedAt: undefined };
      const changed = await put(item.id, { ...dated, out: money('6') });
      expect(changed.json()).toMatchObject({ isDateAssumed: false, source: 'position' });
      expect(await items()).toEqual([{ ...item, purchasePrice: '20' }]);
    });

    it('accept what they returned, with all the decimals of a product', async () => {
      const { addOpening, put, list } = await open();
      const tiny = '0.000000000000000001';
      const { id } = await addOpening('bitcoin', tiny, tiny);
      const [stored] = (await list()).transactions;
      expect(stored?.out?.amount).toBe(`0.${'0'.repeat(35)}1`);
      const { updatedAt, ...rest } = (await put(id, stored!)).json();
      expect(rest).toEqual({ ...stored, updatedAt: undefined });
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(stored!.updatedAt));
      const other = await put(id, { ...stored, updatedAt, out: money(`0.${'0'.repeat(35)}2`) });
      expect(other.json().issues).toEqual([
        {
          path: 'out.amount',
          message: 'Must have at most 24 digits before the point and 18 after it',
        },
      ]);
    });

    it('list a coin with other transactions as one item, and refuse to change it', async () => {
      const { userId, addOpening, add, items, call } = await open();
      const ether = await addOpening('ethereum', '1', '3000');
      await addOpening('bitcoin', '1', '10000');
      await add(buy('3', '2024-01-01'));
      await add(sell('1', '2024-02-01'));
      const [first, second, ...rest] = await items();
      expect([first, rest]).toEqual([ether, []]);
      expect(second).toEqual({
        id: 'coin:bitcoin',
        portfolioId: ether.portfolioId,
        coinId: 'bitcoin',
        symbol: 'bit',
        name: 'Bitcoin',
        amount: '3',
        // Two thirds of 40,000.50, plus the opening.
        purchasePrice: '12222.333333333333333333',
        derived: true,
        createdAt: '2024-01-01T00:00:00.000Z',
      });
      for (const [method, body] of [['PUT', { amount: '2' }], ['DELETE']] as const) {
        const refused = await call(method, '/api/portfolio/coin:bitcoin', body);
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
        expect((await call(method, '/api/portfolio/coin:solana', body)).statusCode).toBe(404);
        const other = await server.addUser();
        expect(
          (await server.call(other.userId, method, '/api/portfolio/coin:bitcoin', body)).statusCode,
        ).toBe(404);
      }
      expect(await server.holdings.listHoldings(userId)).toHaveLength(2);
    });

    it('list each coin once if there are more openings than these calls allow', async () => {
      const { main, items } = await open();
      await insertOpenings(db, main.id, 1001);
      await db.updateTable('portfolios').set({ ledger_revision: 1 }).where('id', '=', main.id).execute();
      expect(await items()).toMatchObject([{ id: 'coin:bitcoin', amount: '1001' }]);
    });

    it('state the value of what went out without having come in, which has no cost', async () => {
      const { add, performance } = await open();
      await add(buy('1', '2024-01-01'));
      await add({ ...sell('300', '2024-02-01'), out: coin('solana', '300') });
      const { totals } = await performance();
      expect(totals).toMatchObject({ withoutCost: 1, valueWithoutCost: '-30000' });
    });

    it('use the market’s name for a coin with nothing but sales', async () => {
      const { add, performance } = await open();
      await add(sell('1'));
      const { holdings } = await performance();
      expect(holdings).toMatchObject([{ coinId: 'bitcoin', name: 'Bitcoin', amount: '-1' }]);
    });

    it('leave out a coin with nothing left', async () => {
      const { add, items } = await open();
      await add(buy('1'));
      await add(sell('1'));
      expect(await items()).toEqual([]);
    });

    it('value the ledger’s balances, and state how much has no known cost', async () => {
      const { add, addOpening, performance, call, portfolioUrl } = await open();
      await add({ ...buy('3'), out: money('30') });
      await add(sell('1'));
      await add({ ...buy('2', '2024-03-01'), out: null });
      await addOpening('ethereum', '1', '3000');
      const { holdings, totals } = await performance();
      const bitcoin = holdings.find(({ coinId }) => coinId === 'bitcoin');
      expect(bitcoin).toMatchObject({
        id: 'coin:bitcoin',
        amount: '4',
        purchasePrice: '10',
        value: '400000',
        invested: '20',
        hasCost: true,
        amountWithoutCost: '2',
        pnl: '399980',
        derived: true,
      });
      expect(bitcoin).not.toHaveProperty('cost');
      expect(totals).toMatchObject({
        value: '404000',
        invested: '3020',
        withoutCost: 1,
        valueWithoutCost: '200000',
      });
      // In the file, nothing beside a coin would say that its profit is of a part without a cost.
      const { body } = await call('GET', `${portfolioUrl}/export.csv`);
      expect(body).toContain('bitcoin,bit,Bitcoin,4,10,100000,400000,,,,live');
      expect(body).toContain('ethereum,eth,Ethereum,1,3000,4000,4000,3000,1000,33.33333333,live');
    });

    it('accept prices in another currency, and convert them at the rate of their day', async () => {
      const { addOpening, items, performance } = await open();
      const item = await addOpening('bitcoin', '2', '50', { currency: 'eur' });
      expect(item).toMatchObject({ purchasePrice: '50', currency: 'EUR' });
      expect(await items()).toEqual([item]);
      expect((await performance()).holdings[0]).toMatchObject({ hasCost: false, purchasePrice: null });
      server.rates.set('EUR', { value: '0.8', at: fakeNow, source: 'ecb' });
      const [valued] = (await performance()).holdings;
      expect(valued).toMatchObject({ hasCost: true, invested: '125', purchasePrice: '62.5' });
      expect(valued).not.toHaveProperty('currency');
      // A rate calculated from two of the ECB's has more decimals than amounts have.
      server.rates.set('EUR', { value: `0.8${'0'.repeat(33)}16`, at: fakeNow, source: 'ecb' });
      expect((await performance()).holdings[0]).toMatchObject({ invested: '125', purchasePrice: '62.5' });
    });

    it('keep the currency of a price, unless another comes with a new price', async () => {
      const { addOpening, call } = await open();
      const item = await addOpening('bitcoin', '2', '50', { currency: 'EUR' });
      const put = async (body: object) => (await call('PUT', `/api/portfolio/${item.id}`, body)).json();
      expect(await put({ amount: '3' })).toEqual({ ...item, amount: '3' });
      expect(await put({ purchasePrice: '60' })).toMatchObject({ purchasePrice: '60', currency: 'EUR' });
      const inDollars = await put({ purchasePrice: '70', currency: 'usd' });
      expect(inDollars).toMatchObject({ amount: '3', purchasePrice: '70' });
      expect(inDollars).not.toHaveProperty('currency');
      expect((await put({ currency: 'EUR' })).issues).toEqual([
        { path: 'amount', message: 'Amount is required' },
      ]);
      // A currency without a price changes nothing: it would turn dollars into euros.
      expect(await put({ amount: '4', currency: 'EUR' })).toEqual({ ...inDollars, amount: '4' });
    });

    it('return the value over time of the holdings as they were', async () => {
      const { userId, add, addOpening, call, portfolioUrl } = await open();
      const addHistory = (coinId: string, price: number) => {
        const prices = Array.from(
          { length: 10 },
          (_, index): PricePoint => [fakeNow - (10 - index) * day, price],
        );
        server.market.onDemand.histories.set(coinId, {
          value: { prices, market_caps: [], total_volumes: [] },
          fetchedAt: fakeNow,
          isStale: false,
        });
      };
      for (const [coinId, price] of [
        ['bitcoin', 100_000],
        ['ethereum', 4000],
        ['solana', 100],
      ] as const)
        addHistory(coinId, price);
      const at = (daysAgo: number) => ({ occurredAt: new Date(fakeNow - daysAgo * day).toISOString() });
      await addOpening('ethereum', '1');
      await add({ ...buy('2'), ...at(8.5) });
      await add({ ...sell('1'), ...at(4.5) });
      await add({ ...buy('10', '2024-01-01', 'solana'), ...at(6.5) });
      await add({ ...sell('10', '2024-01-01', 'solana'), ...at(2.5) });
      await add({ type: 'transfer', ...at(1.5), out: coin('bitcoin', '1'), toWallet: 'elsewhere' });
      const answer = await call('GET', `${portfolioUrl}/history?days=30`);
      const { values, leftOut } = answer.json<PortfolioHistory>();
      expect(values.map(([, value]) => value)).toEqual([
        ...[4000, 4000, 204_000, 204_000, 205_000, 205_000],
        ...[105_000, 105_000, 104_000, 104_000, 104_000],
      ]);
      expect(leftOut).toEqual([]);
      expect(await server.holdings.listHoldings(userId)).toHaveLength(2);
    });

    it('return the value over time of coins that came from Elsewhere, from then on', async () => {
      const { add, call, portfolioUrl } = await open();
      const prices = Array.from(
        { length: 10 },
        (_, index): PricePoint => [fakeNow - (10 - index) * day, 100_000],
      );
      const value = { prices, market_caps: [], total_volumes: [] };
      server.market.onDemand.histories.set('bitcoin', { value, fetchedAt: fakeNow, isStale: false });
      const at = (daysAgo: number) => ({ occurredAt: new Date(fakeNow - daysAgo * day).toISOString() });
      const received = { type: 'transfer', wallet: 'elsewhere', toWallet: 'main' };
      await add({ ...received, ...at(6.5), out: coin('bitcoin', '1') });
      await add({ ...sell('0.4'), ...at(3.5) });
      const answer = await call('GET', `${portfolioUrl}/history?days=30`);
      expect(answer.json<PortfolioHistory>().values.map(([, worth]) => worth)).toEqual([
        ...[0, 0, 0, 0, 100_000, 100_000, 100_000],
        ...[60_000, 60_000, 60_000, 60_000],
      ]);
    });

    it('list a merged account’s transactions, with wallets matched by name and ids unchanged', async () => {
      const [from, to] = [await open(), await open()];
      const wallets = { from: await from.addWallet('Safe'), to: await to.addWallet('SAFE') };
      const hot = await from.addWallet('Hot');
      const moved = [
        await from.add({ ...buy(), wallet: wallets.from }),
        await from.add({
          type: 'transfer',
          occurredAt: '2024-01-02T00:00:00Z',
          out: coin('bitcoin', '1'),
          wallet: wallets.from,
          toWallet: hot,
        }),
      ];
      const deleted = await from.add(buy());
      await from.remove(deleted.id);
      const second = await server.portfolio.addPortfolio(from.userId, 'Second');
      await from.call('POST', `/api/portfolios/${second.id}/transactions`, buy());
      await server.portfolio.addPortfolio(from.userId, 'Empty');
      const own = await to.add(buy('5'));
      const before = (await server.source.findHead(to.userId, to.main.id))!.revision;
      await transact(db, (tx) => mergePortfolios(tx, from.userId, to.userId));
      const { transactions } = await to.list();
      expect(transactions.map(({ id }) => id)).toEqual([moved[1]!.id, own.id, moved[0]!.id]);
      expect(transactions[0]).toMatchObject({ wallet: wallets.to, toWallet: hot, portfolioId: to.main.id });
      expect((await to.restore(deleted.id)).statusCode).toBe(200);
      const { entries } = await server.source.readChanges(to.main.id, before);
      expect(entries.map(({ id }) => id).sort()).toEqual([...moved, deleted].map(({ id }) => id).sort());
      const listed = (await to.call('GET', `${to.portfolioUrl}/wallets`)).json();
      expect(listed.map(({ name: title }: { name: string }) => title)).toEqual([
        'Main',
        'Hot',
        'SAFE',
        'Elsewhere',
      ]);
      const portfolios = await server.portfolio.listPortfolios(to.userId);
      expect(portfolios.map(({ name: title }) => title)).toEqual(['Main', 'Second']);
      const counts = await db
        .selectFrom('portfolios')
        .select('transaction_count')
        .where('user_id', '=', to.userId)
        .orderBy('name')
        .execute();
      expect(counts).toEqual([{ transaction_count: 4 }, { transaction_count: 1 }]);
    });
  });
}
