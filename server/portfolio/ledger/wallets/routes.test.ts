import { describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../../tests/support/migrated-database.ts';
import { buy, openLedger } from '../../../../tests/support/portfolio/ledger-client.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';

const main = { id: 'main', name: 'Main', kind: 'wallet' };
const elsewhere = { id: 'elsewhere', name: 'Elsewhere', kind: 'other' };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`wallets and settings on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
      server = createPortfolioApp(db);
      server.market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
    });

    async function open() {
      const ledger = await openLedger(server);
      const url = `${ledger.portfolioUrl}/wallets`;
      return { ...ledger, url, wallets: async () => (await ledger.call('GET', url)).json<Wallet[]>() };
    }

    it('are Main, the user’s own by name, and Elsewhere', async () => {
      const { call, url, wallets, addWallet } = await open();
      expect(await wallets()).toEqual([main, elsewhere]);
      const kraken = (await call('POST', url, { name: ' Kraken ', kind: 'exchange' })).json();
      expect(kraken).toEqual({ id: expect.any(String), name: 'Kraken', kind: 'exchange' });
      const cold = await addWallet('cold');
      const own = [{ id: cold, name: 'cold', kind: 'wallet' }, kraken];
      expect(await wallets()).toEqual([main, ...own, elsewhere]);
      const renamed = { name: 'Zero', kind: 'other' };
      expect((await call('PUT', `/api/wallets/${cold}`, renamed)).json()).toEqual({ id: cold, ...renamed });
      expect(await wallets()).toEqual([main, kraken, { id: cold, ...renamed }, elsewhere]);
    });

    it('have unique names', async () => {
      const { call, url, addWallet } = await open();
      const cold = await addWallet('Cold');
      await addWallet('Hot');
      for (const title of ['cold', 'MAIN', 'elsewhere', ' Hot'])
        expect((await call('POST', url, { name: title })).statusCode).toBe(409);
      expect((await call('PUT', `/api/wallets/${cold}`, { name: 'hot' })).statusCode).toBe(409);
      expect((await call('PUT', `/api/wallets/${cold}`, { name: 'COLD' })).statusCode).toBe(200);
      const mirrored = { name: 'x\u200Fy' };
      for (const body of [{}, { name: '' }, { name: 'x'.repeat(61) }, mirrored, { name: 'x', kind: 'bank' }])
        expect((await call('POST', url, body)).statusCode).toBe(400);
    });

    it('cannot be deleted while they have transactions', async () => {
      const { call, url, wallets, addWallet, add, remove, restore } = await open();
      const safe = await addWallet('Safe');
      const one = await add({ ...buy(), wallet: safe });
      const answer = await call('DELETE', `/api/wallets/${safe}`);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
      await remove(one.id);
      expect((await call('DELETE', `/api/wallets/${safe}`)).statusCode).toBe(204);
      expect((await call('DELETE', `/api/wallets/${safe}`)).statusCode).toBe(404);
      expect(await wallets()).toEqual([main, elsewhere]);
      expect((await restore(one.id)).json().message).toBe('The wallet of this transaction was deleted.');
      for (const id of ['main', 'Elsewhere'])
        for (const [method, body] of [['PUT', { name: 'x' }], ['DELETE']] as const)
          expect((await call(method, `/api/wallets/${id}`, body)).statusCode).toBe(409);
      expect((await call('POST', url, { name: 'Safe' })).statusCode).toBe(201);
    });

    it('are not added to a portfolio that is deleted meanwhile', async () => {
      const { call } = await openLedger(server, 'premium');
      const { id } = (await call('POST', '/api/portfolios', { name: 'Savings' })).json();
      const removal = call('DELETE', `/api/portfolios/${id}`);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          call('POST', `/api/portfolios/${id}/wallets`, { name: `${index}` }),
        ),
      );
      expect((await removal).statusCode).toBe(204);
      const others = answers.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 404);
      expect(others.map(({ statusCode }) => statusCode)).toEqual([]);
    });

    it('are limited to 500 per portfolio', async () => {
      const { main: portfolio, call, url } = await open();
      const rows = Array.from({ length: accountMaximums.wallets }, (_, index) => ({
        id: `${portfolio.id}-${index}`,
        portfolio_id: portfolio.id,
        name: `${index}`,
        name_key: `${index}`,
        kind: 'other' as const,
      }));
      await db.insertInto('wallets').values(rows).execute();
      expect((await call('POST', url, { name: 'One more' })).json()).toMatchObject({ code: 'conflict' });
    });

    it('are inaccessible to other users', async () => {
      const { url, portfolioUrl, addWallet } = await open();
      const other = await open();
      const safe = await addWallet('Safe');
      for (const [method, path, body] of [
        ['GET', url],
        ['POST', url, { name: 'x' }],
        ['PUT', `/api/wallets/${safe}`, { name: 'x' }],
        ['DELETE', `/api/wallets/${safe}`],
        ['GET', `${portfolioUrl}/settings`],
        ['PUT', `${portfolioUrl}/settings`, { method: 'lifo' }],
      ] as const)
        expect((await other.call(method, path, body)).statusCode, `${method} ${path}`).toBe(404);
      const mixed = await other.post({ ...buy(), wallet: safe });
      expect(mixed.json().issues).toEqual([
        { path: 'wallet', message: 'There is no such wallet in this portfolio' },
      ]);
    });

    it('settings default to fifo over the portfolio in dollars, and keep omitted fields', async () => {
      const { call, portfolioUrl } = await open();
      const url = `${portfolioUrl}/settings`;
      const first = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
      expect((await call('GET', url)).json()).toEqual(first);
      expect((await call('PUT', url, {})).json()).toEqual(first);
      expect((await call('PUT', url, { currency: 'eur' })).json()).toEqual({ ...first, currency: 'EUR' });
      const second = { method: 'uk', scope: 'wallet', currency: 'EUR' };
      expect((await call('PUT', url, { method: 'uk', scope: 'wallet' })).json()).toEqual(second);
      expect((await call('GET', url)).json()).toEqual(second);
      for (const body of [{ method: 'best' }, { scope: 'all' }, { currency: '€' }, { tax: 1 }])
        expect((await call('PUT', url, body)).statusCode).toBe(400);
      const unknown = await call('PUT', url, { currency: 'QQQ' });
      expect([unknown.statusCode, unknown.json().issues]).toMatchObject([400, [{ path: 'currency' }]]);
      expect((await call('GET', url)).json()).toEqual(second);
    });
  });
}
