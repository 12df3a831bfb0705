import type { Kysely, Migration } from 'kysely';

/** Answers to requests with an `Idempotency-Key`, so that a repeat gets the same one. */
export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('key_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('body', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('idempotency_keys_of_user')
      .on('idempotency_keys')
      .column('user_id')
      .execute();
    await db.schema
      .createIndex('idempotency_keys_by_age')
      .on('idempotency_keys')
      .column('created_at')
      .execute();
  },
};
