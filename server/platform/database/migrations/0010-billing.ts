import { type Kysely, type Migration, sql } from 'kysely';

export const billing: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('granted_tier', 'text', (column) => column.notNull().defaultTo('free'))
      .execute();
    await db.schema.alterTable('users').addColumn('paid_tier', 'text').execute();
    // Every tier so far was granted: there were no subscriptions.
    await sql`update users set granted_tier = tier`.execute(db);

    await db.schema
      .createTable('stripe_customers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      // The row outlives the account, until the customer is deleted at Stripe too.
      .addColumn('user_id', 'text', (column) => column.unique().references('users.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('checkout_at', 'bigint')
      .addColumn('subscribed_at', 'bigint')
      .addColumn('readings', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('kept_reading', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('check_at', 'bigint')
      .addColumn('close_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('close_tries', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('stripe_customers_by_check')
      .on('stripe_customers')
      .column('check_at')
      .execute();

    await db.schema
      .createTable('subscriptions')
      .addColumn('customer_id', 'text', (column) =>
        column.primaryKey().references('stripe_customers.id').onDelete('cascade'),
      )
      .addColumn('subscription_id', 'text', (column) => column.notNull())
      .addColumn('tier', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('paid_until', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .execute();
  },
};
