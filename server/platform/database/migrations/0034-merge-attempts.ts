import { type Kysely, type Migration, sql } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/** How often it was begun to compare the files of a merged portfolio. */
export const mergeAttempts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('merged_portfolios')
      .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await markExpanding(db, '0034-merge-attempts');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('merged_portfolios').dropColumn('attempts').execute();
    await sql`delete from expanding_migrations where name = '0034-merge-attempts'`.execute(db);
  },
};
