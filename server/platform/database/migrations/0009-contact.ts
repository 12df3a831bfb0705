import type { Kysely, Migration } from 'kysely';

export const contact: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('contact_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('leads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('magnet', 'text', (column) => column.notNull())
      .addColumn('variant', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('mailed_at', 'bigint')
      .addColumn('confirmed_at', 'bigint')
      .addColumn('unsubscribed_at', 'bigint')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('one_lead_of_a_kind_an_address', ['email', 'magnet'])
      .addUniqueConstraint('leads_by_token', ['token'])
      .execute();

    await db.schema.alterTable('mails').addColumn('reply_to', 'text').execute();
    await db.schema.alterTable('mails').addColumn('unsubscribe_url', 'text').execute();
  },
};
