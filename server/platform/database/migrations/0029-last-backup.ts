import type { Kysely, Migration } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/** When the servers last made a backup by themselves. */
export const lastBackup: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('last_backup')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('taken_at', 'bigint', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .execute();
    await markExpanding(db, '0029-last-backup');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('last_backup').execute();
  },
};
