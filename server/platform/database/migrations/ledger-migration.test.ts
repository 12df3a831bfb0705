import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import type { Database } from '../database.ts';
import { migrateDatabase, revertMigrations } from '../migrate-database.ts';
import { migrations } from './migrations.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0021'));

/** As users may have typed them: amount, purchase price, and their exact product. */
const typed: [amount: string, price: string | null, product: string | null][] = [
  ['0.10', '.5', '0.05'],
  ['.5', '0.10', '0.05'],
  ['1', null, null],
  ['007.50', '68400', '513000'],
  ['100', '10', '1000'],
  ['0.000000000000000001', '0.000000000000000001', '0.000000000000000000000000000000000001'],
  [
    '999999999999.999999999999999999',
    '999999999999.999999999999999999',
    '999999999999999999999999.999998000000000000000000000000000001',
  ],
  ['123456789012.123456789012345678', '3.000000000000000000', '370370367036.370370367037037034'],
];

for (const { name, isAvailable, createEmpty } of testDatabases) {
  describe.skipIf(!isAvailable)(`the migration from holdings to a ledger on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;

    beforeEach(async () => {
      database = await createEmpty();
      db = await database.open();
      await migrateDatabase(db, before);
      await sql`insert into users (id, email, first_name, last_name, tier, created_at, last_used_at)
        values ('u', 'a@example.com', 'A', 'B', 'free', 0, 0)`.execute(db);
      for (const id of ['p', 'empty'])
        await sql`insert into portfolios (id, user_id, name, created_at, ordinal)
          values (${id}, 'u', ${id}, 0, 0)`.execute(db);
      for (const [index, [amount, price]] of typed.entries())
        await sql`insert into holdings
          (id, portfolio_id, coin_id, symbol, name, amount, purchase_price, created_at, ordinal)
          values (${`h-${index}`}, 'p', 'bitcoin', 'BTC', 'Bitcoin 🙂', ${amount}, ${price},
            ${1_700_000_000_000 + index}, ${9 - index})`.execute(db);
    });
    afterEach(() => database.remove());

    const listHoldings = async () => (await sql`select * from holdings order by id`.execute(db)).rows;

    it('turns each holding into an opening, without changing a digit', async () => {
      await migrateDatabase(db);
      const rows = await db.selectFrom('transactions').selectAll().orderBy('id').execute();
      expect(rows.map((row) => [row.in_amount, row.unit_price, row.out_amount])).toEqual(typed);
      expect(rows[0]).toEqual({
        ...Object.fromEntries(Object.keys(rows[0]!).map((column) => [column, null])),
        id: 'h-0',
        portfolio_id: 'p',
        type: 'opening',
        occurred_at: 1_700_000_000_000,
        in_coin: 'bitcoin',
        in_symbol: 'BTC',
        in_name: 'Bitcoin 🙂',
        in_amount: '0.10',
        out_currency: 'USD',
        out_amount: '0.05',
        unit_price: '.5',
        wallet: 'main',
        source: 'position',
        is_date_assumed: 1,
        created_at: 1_700_000_000_000,
        updated_at: 1_700_000_000_000,
        ordinal: 9,
        type_rank: 0,
        row_key: '1',
        revision: 1,
      });
      const counts = await db
        .selectFrom('portfolios')
        .select(['id', 'transaction_count', 'ledger_revision', 'method', 'cost_scope', 'currency'])
        .orderBy('id')
        .execute();
      const settings = { ledger_revision: 1, method: 'fifo', cost_scope: 'portfolio', currency: 'USD' };
      expect(counts).toEqual([
        { id: 'empty', transaction_count: 0, ...settings },
        { id: 'p', transaction_count: typed.length, ...settings },
      ]);
    });

    it('can be reverted and repeated', async () => {
      const holdings = await listHoldings();
      await migrateDatabase(db);
      await revertMigrations(db, '0021-ledger');
      expect(await listHoldings()).toEqual(holdings);
      await migrateDatabase(db, before);
      await migrateDatabase(db);
      const rows = await db.selectFrom('transactions').selectAll().orderBy('id').execute();
      expect(rows.map((row) => [row.in_amount, row.unit_price, row.out_amount])).toEqual(typed);
    });

    it('reverts changes made to positions since', async () => {
      await migrateDatabase(db);
      await db.updateTable('transactions').set({ in_amount: '42' }).where('id', '=', 'h-1').execute();
      await db.updateTable('transactions').set({ deleted_at: 1 }).where('id', '=', 'h-2').execute();
      await db.updateTable('transactions').set({ type: 'buy' }).where('id', '=', 'h-3').execute();
      await db
        .updateTable('transactions')
        .set({ unit_price: null, out_amount: '10' })
        .where('id', '=', 'h-4')
        .execute();
      await revertMigrations(db, '0021-ledger');
      const rows = (await listHoldings()) as { id: string; amount: string; purchase_price: string }[];
      expect(rows.map(({ id }) => id)).toEqual(['h-0', 'h-1', 'h-4', 'h-5', 'h-6', 'h-7']);
      expect(rows.slice(1, 3).map((row) => [row.amount, row.purchase_price])).toEqual([
        ['42', '0.10'],
        ['100', '0.1'],
      ]);
    });
  });
}
