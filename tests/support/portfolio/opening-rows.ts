import type { Database } from '#server/platform/database/database.ts';
import type { TransactionTable } from '#server/platform/database/tables/ledger-tables.ts';

/** An `opening` of one bitcoin. */
const openingRow = (portfolioId: string, ordinal: number): TransactionTable => ({
  id: `${portfolioId}-${ordinal}`,
  portfolio_id: portfolioId,
  type: 'opening',
  kind: null,
  occurred_at: 0,
  in_coin: 'bitcoin',
  in_symbol: 'BTC',
  in_name: 'Bitcoin',
  in_currency: null,
  in_amount: '1',
  out_coin: null,
  out_symbol: null,
  out_name: null,
  out_currency: null,
  out_amount: null,
  fee_coin: null,
  fee_symbol: null,
  fee_name: null,
  fee_currency: null,
  fee_amount: null,
  value_currency: null,
  value_amount: null,
  unit_price: null,
  wallet: 'main',
  to_wallet: null,
  lots: null,
  note: null,
  source: 'position',
  import_id: null,
  external_id: null,
  acquired_at: null,
  is_date_assumed: 1,
  created_at: 0,
  updated_at: 0,
  ordinal,
  type_rank: 0,
  row_key: '1',
  revision: 1,
  deleted_at: null,
});

/** Inserts openings directly into a ledger. */
export async function insertOpenings(db: Database, portfolioId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, ordinal) => openingRow(portfolioId, ordinal));
  for (let start = 0; start < count; start += 500)
    await db
      .insertInto('transactions')
      .values(rows.slice(start, start + 500))
      .execute();
}
