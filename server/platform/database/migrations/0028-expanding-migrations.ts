import type { Kysely, Migration } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/** Names the migrations that servers of older versions may ignore. */
export const expandingMigrations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('expanding_migrations')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute();
    await markExpanding(db, '0028-expanding-migrations');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('expanding_migrations').execute();
  },
};
