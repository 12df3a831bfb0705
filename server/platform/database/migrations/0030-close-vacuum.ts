import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/*
 * Each day rewrites one block of every coin. With PostgreSQL's default settings, the old ones stay until a fifth of the
 * table is dead, which takes longer the larger the archive is. With these settings, they are removed within a minute or
 * so of the day's writes.
 */
export const closeVacuum: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await markExpanding(db, '0030-close-vacuum');
    if (!isPostgres(db)) return;
    await sql`alter table close_blocks set (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0)`.execute(
      db,
    );
  },

  async down(db: Kysely<unknown>): Promise<void> {
    if (!isPostgres(db)) return;
    await sql`alter table close_blocks reset (
      autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_vacuum_cost_delay)`.execute(db);
  },
};
