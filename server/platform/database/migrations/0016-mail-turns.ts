import { type Kysely, type Migration, sql } from 'kysely';

type Db = Kysely<unknown>;

/** E-mails name the account whose turn it is, and firings the e-mail that reports them, which may report several. */
export const mailTurns: Migration = {
  async up(db: Db): Promise<void> {
    await db.schema
      .alterTable('mails')
      .addColumn('account', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update mails set account = coalesce(user_id, recipient)`.execute(db);
    await db.schema
      .createIndex('mails_by_account')
      .on('mails')
      .expression(sql`account, (expires_at - created_at), due_at`)
      .execute();
    await db.schema.alterTable('alert_firings').addColumn('mail_id', 'text').execute();
    await db.schema.createIndex('alert_firings_by_mail').on('alert_firings').column('mail_id').execute();
  },
};
