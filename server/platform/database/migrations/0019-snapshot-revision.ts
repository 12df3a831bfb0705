import type { Kysely, Migration } from 'kysely';

/** Counts the changes to a stored snapshot: figures and marks that arrive late don't change `as_of`. */
export const snapshotRevision: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('snapshots')
      .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
