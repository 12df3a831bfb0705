import { type Kysely, type Migration, sql } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/** Portfolios whose files were those of two accounts, until they are compared. */
export const mergedPortfolios: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('merged_portfolios')
      .addColumn('portfolio_id', 'text', (column) =>
        column.primaryKey().notNull().references('portfolios.id').onDelete('cascade'),
      )
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await markExpanding(db, '0032-merged-portfolios');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('merged_portfolios').execute();
    await sql`delete from expanding_migrations where name = '0032-merged-portfolios'`.execute(db);
  },
};
