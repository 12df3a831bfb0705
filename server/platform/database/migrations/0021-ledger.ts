import { type Kysely, type Migration, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/*
 * Holdings become the opening transactions of a ledger: same ids, same texts. `down` makes holdings of openings again, as
 * they are by then; other transactions are lost.
 */

interface HoldingRow {
  id: string;
  portfolio_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  amount: string;
  purchase_price: string | null;
  created_at: number;
  ordinal: number;
}

interface OpeningRow {
  id: string;
  portfolio_id: string;
  type: string;
  occurred_at: number;
  in_coin: string;
  in_symbol: string;
  in_name: string;
  in_amount: string;
  out_currency: string | null;
  out_amount: string | null;
  unit_price: string | null;
  wallet: string;
  source: string;
  is_date_assumed: number;
  created_at: number;
  updated_at: number;
  ordinal: number;
  type_rank: number;
  row_key: string;
  revision: number;
  deleted_at: number | null;
}

interface MigratedTables {
  holdings: HoldingRow;
  transactions: OpeningRow;
  portfolios: { id: string; ledger_revision: number; transaction_count: number };
}

const chunkSize = 500;

export const ledger: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await addPortfolioColumns(db);
    await createTables(db);
    await convertHoldings(db as Kysely<MigratedTables>);
    await db.schema.dropTable('holdings').execute();
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await createHoldings(db);
    await restoreHoldings(db as Kysely<MigratedTables>);
    for (const table of ['transactions', 'wallets']) await db.schema.dropTable(table).execute();
    for (const [name] of portfolioColumns)
      await db.schema.alterTable('portfolios').dropColumn(name).execute();
  },
};

const portfolioColumns = [
  ['method', 'text', 'fifo'],
  ['cost_scope', 'text', 'portfolio'],
  ['currency', 'text', 'USD'],
  ['ledger_revision', 'bigint', 0],
  ['purged_revision', 'bigint', 0],
  ['transaction_count', 'integer', 0],
] as const;

async function addPortfolioColumns(db: Kysely<unknown>): Promise<void> {
  for (const [name, type, value] of portfolioColumns) {
    await db.schema
      .alterTable('portfolios')
      .addColumn(name, type, (column) => column.notNull().defaultTo(value))
      .execute();
  }
}

/** Ordered by its bytes, as SQLite does anyway. */
function byteText(db: Kysely<unknown>): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('portfolio_id', 'text', (column) =>
      column.notNull().references('portfolios.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addUniqueConstraint('wallets_of_portfolio', ['portfolio_id', 'name_key'])
    .execute();
  const key = byteText(db);
  await db.schema
    .createTable('transactions')
    .addColumn('id', key, (column) => column.primaryKey().notNull())
    .addColumn('portfolio_id', 'text', (column) =>
      column.notNull().references('portfolios.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('kind', 'text')
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .addColumn('in_coin', 'text')
    .addColumn('in_symbol', 'text')
    .addColumn('in_name', 'text')
    .addColumn('in_currency', 'text')
    .addColumn('in_amount', 'text')
    .addColumn('out_coin', 'text')
    .addColumn('out_symbol', 'text')
    .addColumn('out_name', 'text')
    .addColumn('out_currency', 'text')
    .addColumn('out_amount', 'text')
    .addColumn('fee_coin', 'text')
    .addColumn('fee_symbol', 'text')
    .addColumn('fee_name', 'text')
    .addColumn('fee_currency', 'text')
    .addColumn('fee_amount', 'text')
    .addColumn('value_currency', 'text')
    .addColumn('value_amount', 'text')
    .addColumn('unit_price', 'text')
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('to_wallet', 'text')
    .addColumn('lots', 'text')
    .addColumn('note', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('import_id', 'text')
    .addColumn('external_id', 'text')
    .addColumn('acquired_at', 'bigint')
    .addColumn('is_date_assumed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('type_rank', 'integer', (column) => column.notNull())
    .addColumn('row_key', key, (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await createIndexes(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // The ledger's order, then what the list is filtered by: pages and counts read nothing else.
  await db.schema
    .createIndex('transactions_in_order')
    .on('transactions')
    .columns(['portfolio_id', 'occurred_at', 'type_rank', 'row_key', 'created_at', 'id'])
    .columns(['type', 'wallet', 'to_wallet', 'in_coin', 'out_coin', 'fee_coin', 'fee_currency'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  // Starts with the coin: otherwise SQLite would use it in queries that should use the index above.
  await db.schema
    .createIndex('transactions_by_coin')
    .on('transactions')
    .columns(['in_coin', 'portfolio_id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('transactions_openings')
    .on('transactions')
    .columns(['portfolio_id', 'created_at', 'ordinal', 'id'])
    .where(sql.ref('type'), '=', sql.lit('opening'))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('transactions_by_revision')
    .on('transactions')
    .columns(['portfolio_id', 'revision', 'id'])
    .execute();
  await db.schema
    .createIndex('transactions_deleted')
    .on('transactions')
    .columns(['deleted_at', 'portfolio_id'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
}

async function convertHoldings(db: Kysely<MigratedTables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('holdings')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunkSize)
      .execute();
    if (rows.length === 0) break;
    await db.insertInto('transactions').values(rows.map(toOpening)).execute();
    after = rows.at(-1)!.id;
  }
  await db
    .updateTable('portfolios')
    .set((portfolio) => ({
      ledger_revision: 1,
      transaction_count: portfolio
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('transactions.portfolio_id', '=', 'portfolios.id'),
    }))
    .execute();
}

function toOpening(row: HoldingRow): OpeningRow {
  const { id, portfolio_id, amount, purchase_price, created_at, ordinal } = row;
  return {
    id,
    portfolio_id,
    type: 'opening',
    occurred_at: created_at,
    in_coin: row.coin_id,
    in_symbol: row.symbol,
    in_name: row.name,
    in_amount: amount,
    out_currency: purchase_price === null ? null : 'USD',
    out_amount: purchase_price === null ? null : multiply(amount, purchase_price),
    unit_price: purchase_price,
    wallet: 'main',
    source: 'position',
    is_date_assumed: 1,
    created_at,
    updated_at: created_at,
    ordinal,
    type_rank: 0,
    row_key: '1',
    revision: 1,
    deleted_at: null,
  };
}

const split = (text: string) => text.split('.') as [whole: string, fraction?: string];

/** The exact product of two decimals, without trailing zeros. */
function multiply(one: string, other: string): string {
  const [[whole, fraction = ''], [otherWhole, otherFraction = '']] = [split(one), split(other)];
  const places = fraction.length + otherFraction.length;
  const digits = (BigInt(whole + fraction) * BigInt(otherWhole + otherFraction))
    .toString()
    .padStart(places + 1, '0');
  const end = digits.length - places;
  const rest = digits.slice(end).replace(/(?<!0)0+$/, '');
  return digits.slice(0, end) + (rest && `.${rest}`);
}

async function createHoldings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('holdings')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('portfolio_id', 'text', (column) =>
      column.notNull().references('portfolios.id').onDelete('cascade'),
    )
    .addColumn('coin_id', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('purchase_price', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('holdings_of_portfolio').on('holdings').column('portfolio_id').execute();
}

/** A holding can't have a price in a currency other than the dollar. */
async function restoreHoldings(db: Kysely<MigratedTables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('transactions')
      .selectAll()
      .where('type', '=', 'opening')
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunkSize)
      .execute();
    if (rows.length === 0) return;
    await db.insertInto('holdings').values(rows.map(toHolding)).execute();
    after = rows.at(-1)!.id;
  }
}

function toHolding(row: OpeningRow): HoldingRow {
  return {
    id: row.id,
    portfolio_id: row.portfolio_id,
    coin_id: row.in_coin,
    symbol: row.in_symbol,
    name: row.in_name,
    amount: row.in_amount,
    purchase_price: row.out_currency === 'USD' ? (row.unit_price ?? dividePrice(row)) : null,
    created_at: row.created_at,
    ordinal: row.ordinal,
  };
}

/** The price of one coin, truncated to 18 places; null if it is 0. */
function dividePrice({ in_amount, out_amount }: OpeningRow): string | null {
  const [[whole, fraction = ''], [paid, paidFraction = '']] = [split(in_amount), split(out_amount ?? '0')];
  const amount = BigInt(whole + fraction.padEnd(36, '0'));
  const price = (BigInt(paid + paidFraction.padEnd(36, '0')) * 10n ** 18n) / amount;
  return price === 0n ? null : multiply(price.toString(), `0.${'0'.repeat(17)}1`);
}
