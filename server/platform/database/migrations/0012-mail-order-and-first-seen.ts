import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Indexes e-mails by lifetime, then by when they are due, and articles by feed and date, to count a feed's day. Feeds record
 * when items without a date were first seen.
 */
export const mailOrderAndFirstSeen: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex('mails_due').execute();
    await db.schema
      .createIndex('mails_next')
      .on('mails')
      .expression(sql`(expires_at - created_at), due_at`)
      .execute();
    await db.schema.alterTable('news_feeds').addColumn('first_seen', 'text').execute();
    await db.schema
      .createIndex('articles_by_feed')
      .on('articles')
      .columns(['feed', 'published_at'])
      .execute();
  },
};
