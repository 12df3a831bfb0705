import { type Kysely, type Migration, sql } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/** Who has had the first month's offer: addresses as keyed hashes, which outlive their accounts. */
export const firstMonthPayers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('first_month_payers')
      .addColumn('address_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
    await markExpanding(db, '0033-first-month-payers');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('first_month_payers').execute();
    await sql`delete from expanding_migrations where name = '0033-first-month-payers'`.execute(db);
  },
};
