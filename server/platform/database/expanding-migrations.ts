import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

type ExpandingTables = {
  expanding_migrations: { name: string };
};

/**
 * Marks a migration that only adds things older servers ignore, so that they can keep running, and restart, on the new
 * tables. Without the mark, an older server refuses to start. Some reverted migrations leave their mark behind.
 */
export async function markExpanding(db: Kysely<unknown>, name: string): Promise<void> {
  await (db as Kysely<ExpandingTables>)
    .insertInto('expanding_migrations')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The marked migrations. */
export async function listExpanding(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<ExpandingTables>()
    .selectFrom('expanding_migrations')
    .select('name')
    .execute();
  return new Set(rows.map(({ name }) => name));
}
