import { type Kysely, type Migration, PostgresAdapter } from 'kysely';

/** Filed tax reports, with the bytes that never change. They outlive their portfolio. */
export const taxReports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    await db.schema
      .createTable('tax_reports')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('portfolio_id', 'text', (column) => column.references('portfolios.id').onDelete('set null'))
      .addColumn('country', 'text', (column) => column.notNull())
      .addColumn('year', 'integer', (column) => column.notNull())
      .addColumn('filed_at', 'bigint', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('engine', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('totals', 'text', (column) => column.notNull())
      .addColumn('json', bytes, (column) => column.notNull())
      .addColumn('csv', bytes, (column) => column.notNull())
      .addColumn('pdf', bytes, (column) => column.notNull())
      .addColumn('ledger', bytes, (column) => column.notNull())
      .addColumn('past_values', bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tax_reports_of_user')
      .on('tax_reports')
      .columns(['user_id', 'filed_at'])
      .execute();
    await db.schema
      .createIndex('tax_reports_of_portfolio')
      .on('tax_reports')
      .columns(['portfolio_id', 'filed_at'])
      .execute();
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('tax_reports').execute();
  },
};
