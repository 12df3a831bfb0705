import { type Kysely, type Migration, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * Push messages name their account and the host of their endpoint, so that each gets its turn, and say until when they are
 * under way. Subscriptions count timeouts.
 */
export const pushTurns: Migration = {
  async up(db: Db): Promise<void> {
    for (const column of ['user_id', 'host'] as const) {
      await db.schema
        .alterTable('push_deliveries')
        .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .alterTable('push_deliveries')
      .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // Their host stays empty: a day later there are none left.
    await sql`update push_deliveries set user_id =
      (select user_id from alert_firings where alert_firings.id = push_deliveries.firing_id)`.execute(db);
    await db.schema
      .createIndex('push_deliveries_of_user')
      .on('push_deliveries')
      .columns(['user_id', 'due_at', 'expires_at', 'host'])
      .execute();
    await db.schema
      .createIndex('push_deliveries_under_way')
      .on('push_deliveries')
      .column('claimed_until')
      .execute();
    for (const column of ['timeouts', 'pauses'] as const) {
      await db.schema
        .alterTable('push_subscriptions')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('push_turn')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into push_turn (user_id) values ('')`.execute(db);
  },
};
