import type { Kysely, Migration } from 'kysely';

type Db = Kysely<unknown>;

export const accounts: Migration = {
  async up(db: Db): Promise<void> {
    await createUsers(db);
    await createSessions(db);
    await createChallenges(db);
    await createMails(db);
  },
};

async function createUsers(db: Db): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('proved_email', 'text', (column) => column.unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createSessions(db: Db): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('cookie_hash', 'text')
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('proved_at', 'bigint')
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('browsers')
    .addColumn('name_hash', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('named_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('browsers_key', ['name_hash', 'user_id'])
    .execute();
  await db.schema.createIndex('browsers_of_user').on('browsers').column('user_id').execute();
}

async function createChallenges(db: Db): Promise<void> {
  await db.schema
    .createTable('challenges')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('challenges_of_email').on('challenges').column('email').execute();
  await db.schema.createIndex('challenges_of_user').on('challenges').column('user_id').execute();
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hits', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createMails(db: Db): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('mails_due').on('mails').column('due_at').execute();
  await db.schema.createIndex('mails_of_user').on('mails').column('user_id').execute();
  await db.schema.createIndex('mails_of_recipient').on('mails').column('recipient').execute();
}
