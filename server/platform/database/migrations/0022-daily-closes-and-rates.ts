import type { Kysely, Migration } from 'kysely';

/** Prices of coins and rates of currencies by day, kept for good. */
export const dailyClosesAndRates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('daily_closes')
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('price', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('is_used', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('daily_closes_key', ['coin_id', 'day', 'source'])
      .execute();
    await db.schema
      .createTable('close_requests')
      .addColumn('coin_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('requested_at', 'bigint')
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('answered_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('close_requests_waiting')
      .on('close_requests')
      .columns(['requested_at', 'due_at'])
      .execute();
    await db.schema
      .createTable('daily_rates')
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('rate', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_rates_key', ['currency', 'day', 'source'])
      .execute();
    await db.schema.createIndex('daily_rates_of_day').on('daily_rates').columns(['source', 'day']).execute();
  },

  async down(db: Kysely<unknown>): Promise<void> {
    for (const table of ['daily_rates', 'close_requests', 'daily_closes'])
      await db.schema.dropTable(table).execute();
  },
};
