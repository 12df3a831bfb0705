import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Mails are taken by how long they are of use, then by when they are due; feeds know since when they list what has no
 * date, and what each of them has of a day is counted without reading it all.
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
