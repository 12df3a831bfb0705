import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { buy, openLedger, sell } from '../../../../tests/support/portfolio/ledger-client.ts';
import { insertOpenings } from '../../../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';
import { unpackEntry } from '../engine/change-entry.ts';
import { TooManyLotsError } from '../engine/named-lots-budget.ts';
import { openReadChanges } from './read-changes-service.ts';
import { type TransactionRow, toEntry } from './transaction-row.ts';

const lots = JSON.stringify([
  { transactionId: 'a b', amount: '.5' },
  { transactionId: 'c', amount: '1' },
]);
const rows: Partial<TransactionRow>[] = [
  {},
  { kind: 'salary', type: 'income', value_currency: 'EUR', value_amount: '.10', acquired_at: -5 },
  { type: 'sell', in_coin: null, in_currency: 'USD', out_coin: 'a|coin', out_amount: '0.1', lots },
  { type: 'transfer', in_amount: null, out_coin: 'ether', out_amount: '2', wallet: 'w', to_wallet: 'main' },
  { fee_currency: 'GBP', fee_amount: '12345678901234567.123456789', row_key: '0row 7', created_at: 9 },
  {
    fee_coin: 'bitcoin',
    fee_amount: '1',
    is_date_assumed: 0,
    value_currency: 'USD',
    value_amount: '0',
    lots,
  },
  { acquired_at: 0 },
];

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`entries read in a thread from ${name}`, () => {
    it('have every value of their rows', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const { main } = await openLedger(createPortfolioApp(db));
      await insertOpenings(db, main.id, rows.length);
      for (const [place, row] of rows.entries())
        if (place > 0)
          await db.updateTable('transactions').set(row).where('id', '=', `${main.id}-${place}`).execute();
      const stored = await db.selectFrom('transactions').selectAll().orderBy('id').execute();
      const read = await openReadChanges(database.options);
      const { entries } = await read(main.id, 0);
      const byId = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId.map(unpackEntry)).toEqual(stored.map(toEntry));
    });
  });

  describe.skipIf(!isAvailable)(`a limit on lots, for entries from ${name}`, () => {
    it('counts only the lots, and refuses more of them before they are read', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const server = createPortfolioApp(db);
      const { main } = await openLedger(server);
      await insertOpenings(db, main.id, 3);
      const change = async (row: Partial<TransactionRow>) =>
        db.updateTable('transactions').set(row).where('portfolio_id', '=', main.id).execute();
      const lotsOf = (count: number) =>
        JSON.stringify(Array.from({ length: count }, () => ({ transactionId: main.id, amount: '0.1' })));
      const read = await openReadChanges(database.options);
      for (const readChanges of [server.source.readChanges, read]) {
        await change({ lots: null, value_currency: 'USD', value_amount: '1234567890.123456789012' });
        expect((await readChanges(main.id, 0, 0)).entries).toHaveLength(3);
        await change({ lots: lotsOf(10) });
        expect((await readChanges(main.id, 0, 30)).entries).toHaveLength(3);
        await expect(readChanges(main.id, 0, 20)).rejects.toThrow(TooManyLotsError);
      }
    });
  });

  describe.skipIf(!isAvailable)(`a ledger whose sales name too many lots, on ${name}`, () => {
    it('is refused rather than read into memory', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const server = createPortfolioApp(db);
      server.market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin'), fakeCoin('ether')] }));
      const { main, post } = await openLedger(server);
      const lot = (await post(buy('1', '2024-01-01'))).json<{ id: string }>();
      const sale = {
        ...sell('0.1', '2024-01-02'),
        lots: [{ transactionId: lot.id, amount: '0.1' }],
      };
      const sold = [(await post(sale)).json<{ id: string }>(), (await post(sale)).json<{ id: string }>()];
      const many = JSON.stringify(Array(160_000).fill({ transactionId: lot.id, amount: '0.0001' }));
      for (const { id } of sold)
        await db.updateTable('transactions').set({ lots: many }).where('id', '=', id).execute();
      const refusal = { code: 'conflict', message: expect.stringContaining('too many lots') };
      const read = await openReadChanges(database.options);
      await expect(read(main.id, 0)).rejects.toMatchObject(refusal);
      expect((await post(sale)).json()).toMatchObject(refusal);
      const [first] = sale.lots;
      const long = { ...sell('1', '2024-01-02', 'ether'), lots: Array(200).fill(first) };
      expect((await post(long)).json()).toMatchObject(refusal);
      await db.updateTable('transactions').set({ lots: null }).where('id', '=', sold[0]!.id).execute();
      expect((await read(main.id, 0)).entries).toHaveLength(3);
    });
  });
}
