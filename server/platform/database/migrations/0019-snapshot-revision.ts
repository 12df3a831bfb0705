import type { Kysely, Migration } from 'kysely';

/** Counts the changes of a stored snapshot: late figures and marks come without a new `as_of`. */
export const snapshotRevision: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('snapshots')
      .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
