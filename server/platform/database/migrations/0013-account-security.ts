import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Mailed codes get rows of their own, so that browsers that ask for one share it; earlier challenges are dropped, since
 * their codes can't be created again. Accounts can be locked, keys expire, changes of the address can be undone, and
 * what happens to an account's security is recorded.
 */
export const accountSecurity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('codes')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('mailed_at', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('codes_of_email').on('codes').column('email').execute();
    await db.schema.createIndex('codes_expiry').on('codes').column('expires_at').execute();
    await db.schema
      .alterTable('challenges')
      .addColumn('audience', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`delete from challenges where purpose in ('sign_in', 'change_email')`.execute(db);

    await db.schema.alterTable('users').addColumn('locked_at', 'bigint').execute();
    await db.schema
      .alterTable('api_keys')
      .addColumn('is_read_only', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute();
    await db.schema.alterTable('api_keys').addColumn('last_four', 'text').execute();

    await db.schema
      .createTable('email_undos')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('old_email', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('email_undos_of_user').on('email_undos').column('user_id').execute();

    await db.schema
      .createTable('security_events')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('security_events_of_user')
      .on('security_events')
      .columns(['user_id', 'at'])
      .execute();
  },
};
