import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

/** Files that become transactions, and the list of all coins that their tickers are looked up in. */
export const imports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createImports(db);
    await db.schema
      .createTable('import_parts')
      .addColumn('import_id', 'text', (column) =>
        column.notNull().references('imports.id').onDelete('cascade'),
      )
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_parts_key', ['import_id', 'part'])
      .execute();
    await ofPortfolio(db.schema.createTable('import_wallets'))
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('wallet_id', 'text', (column) => column.notNull())
      .addColumn('is_made', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('import_wallets_key', ['portfolio_id', 'name_key'])
      .execute();
    await ofPortfolio(db.schema.createTable('import_joins'))
      .addColumn('out_key', 'text', (column) => column.notNull())
      .addColumn('in_key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_joins_key', ['portfolio_id', 'out_key'])
      .execute();
    await db.schema
      .createTable('coin_answers')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('exchange', 'text', (column) => column.notNull())
      .addColumn('ticker', 'text', (column) => column.notNull())
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('coin_answers_key', ['user_id', 'exchange', 'ticker'])
      .execute();
    await db.schema
      .createTable('coin_lists')
      .addColumn('source', 'text', (column) => column.primaryKey().notNull())
      .addColumn('as_of', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
  },

  async down(db: Kysely<unknown>): Promise<void> {
    for (const table of [
      'coin_lists',
      'coin_answers',
      'import_joins',
      'import_wallets',
      'import_parts',
      'imports',
    ])
      await db.schema.dropTable(table).execute();
  },
};

function ofPortfolio<Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) {
  return table.addColumn('portfolio_id', 'text', (column) =>
    column.notNull().references('portfolios.id').onDelete('cascade'),
  );
}

async function createImports(db: Kysely<unknown>): Promise<void> {
  await ofPortfolio(
    db.schema.createTable('imports').addColumn('id', 'text', (column) => column.primaryKey().notNull()),
  )
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('layout', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('wallet', 'text')
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('ignored', 'integer', (column) => column.notNull())
    .addColumn('from_at', 'bigint')
    .addColumn('to_at', 'bigint')
    .addColumn('open_date', 'text')
    .addColumn('new_count', 'integer', (column) => column.notNull())
    .addColumn('known_count', 'integer', (column) => column.notNull())
    .addColumn('question_count', 'integer', (column) => column.notNull())
    .addColumn('problem_count', 'integer', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .addColumn('coins', 'text', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('left_out', 'text', (column) => column.notNull())
    .addColumn('added', 'integer')
    .addColumn('known', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('applied_at', 'bigint')
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('imports_of_portfolio')
    .on('imports')
    .columns(['portfolio_id', 'created_at', 'ordinal'])
    .execute();
  await db.schema.createIndex('imports_by_state').on('imports').columns(['state', 'created_at']).execute();
}
