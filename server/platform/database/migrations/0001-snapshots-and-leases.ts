import type { Kysely, Migration } from 'kysely';

export const snapshotsAndLeases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('snapshots')
      .addColumn('source', 'text', (column) => column.primaryKey().notNull())
      .addColumn('as_of', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
