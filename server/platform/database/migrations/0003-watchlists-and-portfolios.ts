import type { Kysely, Migration } from 'kysely';

/** `ordinal`: the owner's revision when the row was added. It orders rows of the same millisecond. */
export const watchlistsAndPortfolios: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('watchlist_items')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('symbol', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('ordinal', 'integer', (column) => column.notNull())
      .addUniqueConstraint('watchlist_items_of_user', ['user_id', 'coin_id'])
      .execute();
    await db.schema
      .createTable('portfolios')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ordinal', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('portfolios_of_user').on('portfolios').column('user_id').execute();
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
  },
};
