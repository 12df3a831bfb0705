import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { openLedger } from '../../../../tests/support/portfolio/ledger-client.ts';
import { insertOpenings } from '../../../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';
import { unpackEntry } from '../engine/change-entry.ts';
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
      expect(entries.map(unpackEntry)).toEqual(stored.map(toEntry));
    });
  });
}
