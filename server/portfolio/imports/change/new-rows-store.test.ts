import { expect, it } from 'vitest';
import { describeImports } from '../../../../tests/support/imports/describe-imports.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import { createImportedRowsStore } from './imported-rows-store.ts';

const odd = ['NULL', '', 'a,b', '{x}', 'say "x"', 'back\\slash', "it's", 'two\nlines', ' é€😀 ', null];

const plain: Omit<TransactionRow, 'id' | 'portfolio_id' | 'row_key'> = {
  ...{ type: 'buy', kind: null, occurred_at: 1_700_000_000_000, wallet: 'main', to_wallet: null },
  ...{ in_coin: 'bitcoin', in_symbol: 'btc', in_name: 'Bitcoin', in_currency: null, in_amount: '1' },
  ...{ out_coin: null, out_symbol: null, out_name: null, out_currency: 'USD', out_amount: '10' },
  ...{ fee_coin: null, fee_symbol: null, fee_name: null, fee_currency: null, fee_amount: null },
  ...{ value_currency: null, value_amount: null, unit_price: null, lots: null, note: null },
  ...{ source: 'import', import_id: 'i', external_id: null, acquired_at: null, is_date_assumed: 0 },
  ...{ created_at: 1, updated_at: 1, ordinal: 1, type_rank: 0, revision: 1, deleted_at: null },
};

describeImports('The rows of a file', (open) => {
  it.each([1, 3, 100, 1_234])('are stored unchanged, %i at a time', async (count) => {
    const { db, site } = open();
    const { main } = await site.open();
    const rows = Array.from(
      { length: count },
      (_, index): TransactionRow => ({
        ...plain,
        id: `${count}-${String(index).padStart(5, '0')}`,
        portfolio_id: main.id,
        row_key: `0${index}`,
        in_amount: `${index}.5`,
        note: odd[index % odd.length]!,
        // Only nulls in the first rows.
        external_id: index > 600 ? odd[index % odd.length]! : null,
        acquired_at: index % 2 === 0 ? index : null,
      }),
    );
    const store = createImportedRowsStore();
    await db.transaction().execute((tx) => store.addRows(tx, rows, (row) => row));
    const stored = await db
      .selectFrom('transactions')
      .selectAll()
      .where('portfolio_id', '=', main.id)
      .orderBy('id')
      .execute();
    expect(stored).toEqual(rows);
  });
});
