import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { ArticleLink, KeptArticle } from './article.ts';

export interface ArticleStore {
  /** Those that are there, by whichever of some keys: of an address, or of a feed's id. */
  findKnown(keys: readonly string[]): Promise<Map<string, { feed: string; publishedAt: number }>>;
  /** The date (ms) of the newest of each of some feeds that has any. */
  listNewestDates(feeds: readonly string[]): Promise<Map<string, number>>;
  /** Up to `limit` of some feeds whose coins are not known, the newest first. */
  listUnlinked(feeds: readonly string[], limit: number): Promise<KeptArticle[]>;
  linkArticles(links: readonly ArticleLink[]): Promise<void>;
  /** Gives how many there were. */
  removeOlder(beforeMs: number): Promise<number>;
  /** Dates those of later than an instant to it: they are from before the clock was set back. Gives how many. */
  bringBack(toMs: number): Promise<number>;
  /** How many there are of a feed, by the day (UTC, counted from 1970) they are of. */
  countByDay(feed: string): Promise<Map<number, number>>;
  /** The newest first; those of a coin where one is given. */
  listArticles(question: {
    feeds: readonly string[];
    coinId?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<KeptArticle[]>;
  /** Headlines and topics since an instant, and before another. */
  listSince(
    feeds: readonly string[],
    sinceMs: number,
    beforeMs?: number,
  ): Promise<Pick<KeptArticle, 'title' | 'publishedAt' | 'topics'>[]>;
}

const names = z.array(z.string());
const parseNames = (text: string) => names.parse(JSON.parse(text));

const columns = [
  'articles.id',
  'source',
  'url',
  'title',
  'summary',
  'published_at',
  'categories',
  'topics',
  'coins',
] as const;

export function createArticleStore(db: Database): ArticleStore {
  return {
    linkArticles: (links) => linkArticles(db, links),

    async findKnown(keys) {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('articles')
        .select(['id', 'guid_key', 'feed', 'published_at'])
        .where((row) => row.or([row('id', 'in', [...keys]), row('guid_key', 'in', [...keys])]))
        .execute();
      return new Map(
        rows.flatMap(({ id, guid_key, feed, published_at: publishedAt }) => {
          const known = { feed, publishedAt };
          return [[id, known] as const, [guid_key ?? id, known] as const];
        }),
      );
    },

    async listNewestDates(feeds) {
      // PostgreSQL knows no empty list.
      if (feeds.length === 0) return new Map();
      const rows = await db
        .selectFrom('articles')
        .select((row) => ['feed', row.fn.max('published_at').as('newest')] as const)
        .where('feed', 'in', [...feeds])
        .groupBy('feed')
        .execute();
      return new Map(rows.map(({ feed, newest }) => [feed, newest]));
    },

    async listUnlinked(feeds, limit) {
      const rows = await db
        .selectFrom('articles')
        .select(columns)
        .where('feed', 'in', [...feeds])
        .where('coins', 'is', null)
        .orderBy('published_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toArticle);
    },

    async removeOlder(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('articles')
        .where('published_at', '<', beforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async bringBack(toMs) {
      const { numUpdatedRows } = await db
        .updateTable('articles')
        .set({ published_at: toMs })
        .where('published_at', '>', toMs)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async countByDay(feed) {
      const day = sql<number>`published_at / 86400000`;
      const rows = await db
        .selectFrom('articles')
        .select((row) => [day.as('day'), row.fn.countAll<number>().as('count')])
        .where('feed', '=', feed)
        .groupBy(day)
        .execute();
      return new Map(rows.map((row) => [Number(row.day), Number(row.count)]));
    },

    async listArticles({ feeds, coinId, limit, offset }) {
      const rows = await db
        .selectFrom('articles')
        .select(columns)
        .where('feed', 'in', [...feeds])
        .$if(coinId !== undefined, (query) =>
          query.where('articles.id', 'in', (coins) =>
            coins
              .selectFrom('article_coins')
              .select('article_id')
              .where('coin_id', '=', coinId ?? ''),
          ),
        )
        .orderBy('published_at', 'desc')
        .orderBy('articles.id')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toArticle);
    },

    async listSince(feeds, sinceMs, beforeMs) {
      const rows = await db
        .selectFrom('articles')
        .select(['title', 'published_at', 'topics'])
        .where('feed', 'in', [...feeds])
        .where('published_at', '>=', sinceMs)
        .$if(beforeMs !== undefined, (query) => query.where('published_at', '<', beforeMs!))
        .execute();
      return rows.map((row) => ({
        title: row.title,
        publishedAt: row.published_at,
        topics: parseNames(row.topics),
      }));
    },
  };
}

async function linkArticles(db: Database, links: readonly ArticleLink[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { id, coins, topics } of links) {
      await tx
        .updateTable('articles')
        .set({ coins: JSON.stringify(coins), topics: JSON.stringify(topics) })
        .where('id', '=', id)
        .execute();
    }
    const rows = links.flatMap(({ id, coins }) =>
      coins.map((coinId) => ({ coin_id: coinId, article_id: id })),
    );
    if (rows.length === 0) return;
    await tx
      .insertInto('article_coins')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

function toArticle(row: {
  id: string;
  source: string;
  url: string;
  title: string;
  summary: string;
  published_at: number;
  categories: string;
  topics: string;
  coins: string | null;
}): KeptArticle {
  const { published_at: publishedAt, ...article } = row;
  return {
    ...article,
    publishedAt,
    categories: parseNames(row.categories),
    topics: parseNames(row.topics),
    coins: row.coins === null ? null : parseNames(row.coins),
  };
}
