import type { Kysely, Migration } from 'kysely';

export const news: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('news_feeds')
      .addColumn('address', 'text', (column) => column.primaryKey().notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('changed_at', 'bigint')
      .execute();

    await db.schema
      .createTable('articles')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('guid_key', 'text', (column) => column.unique())
      .addColumn('feed', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .addColumn('categories', 'text', (column) => column.notNull())
      .addColumn('topics', 'text', (column) => column.notNull())
      .addColumn('coins', 'text')
      .execute();
    await db.schema
      .createIndex('articles_by_instant')
      .on('articles')
      .columns(['published_at', 'id'])
      .execute();

    await db.schema
      .createTable('article_coins')
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('article_id', 'text', (column) =>
        column.notNull().references('articles.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('articles_of_coin', ['coin_id', 'article_id'])
      .execute();
    await db.schema
      .createIndex('article_coins_by_article')
      .on('article_coins')
      .column('article_id')
      .execute();
  },
};
