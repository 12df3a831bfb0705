import type { Kysely, Migration } from 'kysely';

/** The servers that share the database, each with a count that grows while it runs. */
export const servers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('servers')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('beats', 'integer', (column) => column.notNull())
      .execute();
  },
  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('servers').execute();
  },
};
