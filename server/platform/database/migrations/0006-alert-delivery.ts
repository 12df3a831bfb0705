import type { Kysely, Migration } from 'kysely';

type Db = Kysely<unknown>;

export const alertDelivery: Migration = {
  async up(db: Db): Promise<void> {
    // The owner's revision when it was created. It orders alerts of the same millisecond.
    await db.schema
      .alterTable('alerts')
      .addColumn('ordinal', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // The source of the quotes: firings of the simulated market must stay recognizable.
    await db.schema
      .alterTable('alert_firings')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo('coingecko'))
      .execute();
    await createSettings(db);
    await createPushSubscriptions(db);
    await createPushDeliveries(db);
  },
};

async function createSettings(db: Db): Promise<void> {
  await db.schema
    .createTable('alert_settings')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('email', 'integer', (column) => column.notNull())
    .addColumn('push', 'integer', (column) => column.notNull())
    .addColumn('in_app', 'integer', (column) => column.notNull())
    .execute();
}

async function createPushSubscriptions(db: Db): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // A browser gets messages as long as it is signed in.
    .addColumn('session_id', 'text', (column) =>
      column.notNull().unique().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('push_subscriptions_of_user')
    .on('push_subscriptions')
    .column('user_id')
    .execute();
}

async function createPushDeliveries(db: Db): Promise<void> {
  await db.schema
    .createTable('push_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('firing_id', 'text', (column) =>
      column.notNull().references('alert_firings.id').onDelete('cascade'),
    )
    // Not a foreign key: a browser that signs out at this moment must not keep an alert from firing.
    .addColumn('subscription_id', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['due_at', 'firing_id']) {
    await db.schema
      .createIndex(`push_deliveries_by_${column}`)
      .on('push_deliveries')
      .column(column)
      .execute();
  }
}
