import type { Kysely, Migration } from 'kysely';

export const learning: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('completed_modules')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('module_id', 'text', (column) => column.notNull())
      .addColumn('completed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('completed_modules_of_user', ['user_id', 'module_id'])
      .execute();
  },
};
