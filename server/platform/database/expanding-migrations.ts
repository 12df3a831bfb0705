import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

type ExpandingTables = {
  expanding_migrations: { name: string };
};

/**
 * Called by a migration that only adds what older servers don't see: they go on beside the new tables, and may be
 * restarted. Without it, an older server refuses to start.
 */
export async function markExpanding(db: Kysely<unknown>, name: string): Promise<void> {
  await (db as Kysely<ExpandingTables>).insertInto('expanding_migrations').values({ name }).execute();
}

/** The migrations that were marked so. */
export async function listExpanding(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<ExpandingTables>()
    .selectFrom('expanding_migrations')
    .select('name')
    .execute();
  return new Set(rows.map(({ name }) => name));
}
