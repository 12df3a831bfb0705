import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { type AccountApp, createAccountApp } from '../../../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../../../tests/support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';

/* Rows that earlier versions accepted from Altimeter's own CSV and from account files, and that are refused today. */

const coin = (side: string, amount: string, id = 'bitcoin') => ({
  [`${side}_coin`]: id,
  [`${side}_symbol`]: id,
  [`${side}_name`]: id,
  [`${side}_amount`]: amount,
});
const money = (side: string, amount: string) => ({
  [`${side}_currency`]: 'USD',
  [`${side}_amount`]: amount,
});
const long = `0.${'1'.repeat(36)}`;
const elsewhere = { type: 'transfer', to_wallet: 'elsewhere' };

const faults: Record<string, object> = {
  'a purchase of nothing': { type: 'buy', ...money('out', '5') },
  'a purchase of no coins': { type: 'buy', ...coin('in', '0.0'), ...money('out', '5') },
  'a purchase paid with coins': { type: 'buy', ...coin('in', '1'), ...coin('out', '2', 'ethereum') },
  'a sale of money': { type: 'sell', ...money('in', '5'), ...money('out', '4') },
  'a sale of no coins': { type: 'sell', ...money('in', '5'), ...coin('out', '0') },
  'a sale of no coins, with a fee in them': {
    type: 'sell',
    ...money('in', '5'),
    ...coin('out', '0'),
    ...coin('fee', '0.1'),
  },
  'a sale for coins': { type: 'sell', ...coin('in', '1', 'ethereum'), ...coin('out', '1') },
  'a sale for nothing': { type: 'sell', ...coin('out', '1') },
  'a swap of money': { type: 'swap', ...money('in', '5'), ...coin('out', '1') },
  'a swap of no coins': { type: 'swap', ...coin('in', '1'), ...coin('out', '0'), ...coin('fee', '0.1') },
  'a swap for nothing': { type: 'swap', ...coin('out', '1') },
  'an income of money': { type: 'income', kind: 'other', ...money('in', '5') },
  'an income of no coins': { type: 'income', kind: 'other', ...coin('in', '0') },
  'an income of more decimals than coins have': { type: 'income', kind: 'other', ...coin('in', long) },
  'an opening with dollars': { type: 'opening', ...money('in', '5'), ...money('out', '3') },
  'an opening of no coins': { type: 'opening', ...coin('in', '0.0'), ...money('out', '3') },
  'an opening of more decimals': { type: 'opening', ...coin('in', long), ...money('out', '3') },
  'a transfer with more decimals': { ...elsewhere, ...coin('out', long), ...coin('fee', long) },
  'an opening paid in coins': { type: 'opening', ...coin('in', '1'), ...coin('out', '1', 'ethereum') },
  'a gift of no coins': { type: 'gift_in', ...coin('in', '0') },
  'a transfer of money': { ...elsewhere, ...money('out', '5') },
  'a transfer of no coins': { ...elsewhere, ...coin('out', '0') },
  'a transfer that brings coins': { ...elsewhere, ...coin('in', '1'), ...coin('out', '1') },
  'a payment of no coins': { type: 'spend', ...coin('out', '0') },
  'a payment of nothing': { type: 'spend' },
  'a payment with lots of more decimals': {
    ...{ type: 'spend', ...coin('out', '0.1') },
    lots: JSON.stringify([{ transactionId: 'x', amount: long }]),
  },
  'a fee of a fee': { type: 'fee', ...coin('out', '0.1'), ...coin('fee', '0.1') },
};

const empty = Object.fromEntries(
  ['in', 'out', 'fee'].flatMap((side) =>
    ['coin', 'symbol', 'name', 'currency', 'amount'].map((name) => [`${side}_${name}`, null]),
  ),
);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`A row that is refused today, on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    beforeAll(async () => {
      database = await create();
      const coins = [fakeCoin('bitcoin'), fakeCoin('ethereum')];
      const env = { AUTH_RATE_LIMIT: 'off', DEFAULT_TIER: 'premium' };
      site = await createAccountApp(database, env, new FakeMarket(fakeSnapshot({ coins })));
    });
    afterAll(async () => {
      await site.app.close();
      await database.remove();
    });

    let people = 0;
    const addMember = () => {
      people += 1;
      return site.member(`ada.${people}@example.com`);
    };

    /** An account with a purchase of three bitcoins, and the row. Returns the row's id and the portfolio's path. */
    async function openWith(client: AccountClient, columns: object) {
      const [portfolio] = (await client.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const path = `/api/portfolios/${portfolio!.id}`;
      const added = await client.call('POST', `${path}/transactions`, {
        ...{ type: 'buy', occurredAt: '2024-01-01T00:00:00Z' },
        ...{ in: { coinId: 'bitcoin', amount: '3' }, out: { currency: 'USD', amount: '30' } },
      });
      const { id: bought } = added.body as { id: string };
      const row = await site.db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', bought)
        .executeTakeFirstOrThrow();
      const id = `${bought.slice(0, -1)}${bought.endsWith('a') ? 'b' : 'a'}`;
      const later = { id, occurred_at: row.occurred_at + 86_400_000, revision: row.revision + 1 };
      await site.db
        .insertInto('transactions')
        .values({ ...row, ...empty, ...later, ...columns } as never)
        .execute();
      await site.db
        .updateTable('portfolios')
        .set({ transaction_count: 2, ledger_revision: row.revision + 1 })
        .where('id', '=', portfolio!.id)
        .execute();
      return { path, id };
    }

    it.each(Object.entries(faults))('breaks no figure or export, and can be deleted: %s', async (_, row) => {
      const client = await addMember();
      const { path, id } = await openWith(client, row);
      const reports = ['generic', 'US', 'GB', 'DE', 'FR', 'CA'].map((one) => `tax?country=${one}&year=2024`);
      const figures = ['holdings', 'disposals', 'lots?coinId=bitcoin', 'returns', 'methods', 'value-line'];
      const others = ['analytics', 'performance', 'transactions', 'transactions.csv', 'export.csv'];
      const urls = [...figures, ...reports, ...others].map((url) => `${path}/${url}`);
      const answers = [];
      for (const url of [...urls, '/api/portfolio'])
        answers.push([url, (await client.call('GET', url)).status]);
      expect(answers.filter(([, status]) => status !== 200)).toEqual([]);

      const { data } = (await client.call('GET', '/api/account/export')).body as { data: object };
      const other = await addMember();
      expect((await other.call('POST', '/api/account/import', { data })).status).toBe(201);
      const again = (await other.call('GET', '/api/account/export')).body as { data: object };
      expect(JSON.stringify(again.data)).toBe(JSON.stringify(data));

      expect((await client.call('DELETE', `/api/transactions/${id}`)).status).toBe(204);
    });

    it('is named by a problem of its coin', async () => {
      const client = await addMember();
      const { path, id } = await openWith(client, faults['a sale for coins']!);
      const { body } = await client.call('GET', `${path}/holdings`);
      const { holdings } = body as unknown as LedgerHoldings;
      const bitcoin = holdings.find(({ coinId }) => coinId === 'bitcoin');
      expect(bitcoin).toMatchObject({ amount: '2' });
      expect(bitcoin?.problems).toContainEqual({
        kind: 'unknown_cost',
        message: expect.stringContaining('is unknown') as string,
        transactionId: id,
      });
    });
  });
}
