import { sql } from 'kysely';
import { z } from 'zod';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ArticleTable } from '#server/platform/database/tables/news-tables.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { StoredArticle } from './article.ts';

interface ArticleQuery {
  readonly feeds: readonly string[];
  readonly coinId?: CoinId | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Reads articles. `article-write-store.ts` changes them. */
export interface ArticleStore {
  /** The stored articles with any of these keys (of their URL, or of the id their feed gives them), by key. */
  findKnown(keys: readonly string[]): Promise<Map<string, { feed: string; publishedAt: Instant }>>;
  /** The date of the newest article of each feed that has any. */
  listNewestDates(feeds: readonly string[]): Promise<Map<string, Instant>>;
  /** Up to `limit` articles that are not linked to coins yet, newest first. */
  listUnlinked(feeds: readonly string[], limit: number): Promise<StoredArticle[]>;
  /** The number of a feed's articles by day. */
  countByDay(feed: string): Promise<Map<DayNumber, number>>;
  /** Newest first; only those about `coinId`, if given. */
  listArticles(query: ArticleQuery): Promise<StoredArticle[]>;
  /** Titles and topics from `since` up to `before`, exclusive. */
  listSince(
    feeds: readonly string[],
    since: Instant,
    before?: Instant,
  ): Promise<Pick<StoredArticle, 'title' | 'publishedAt' | 'topics'>[]>;
}

const names = z.array(z.string());
const parseNames = (text: string) => names.parse(JSON.parse(text));

const selectedColumns = [
  'id',
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
      // PostgreSQL rejects an empty list.
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
        .select(selectedColumns)
        .where('feed', 'in', [...feeds])
        .where('coins', 'is', null)
        .orderBy('published_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toArticle);
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

    listArticles: (query) => listArticles(db, query),

    async listSince(feeds, since, before) {
      const rows = await db
        .selectFrom('articles')
        .select(['title', 'published_at', 'topics'])
        .where('feed', 'in', [...feeds])
        .where('published_at', '>=', since)
        .$if(before !== undefined, (query) => query.where('published_at', '<', before!))
        .execute();
      return rows.map((row) => ({
        title: row.title,
        publishedAt: row.published_at,
        topics: parseNames(row.topics),
      }));
    },
  };
}

async function listArticles(
  db: Database,
  { feeds, coinId, limit, offset }: ArticleQuery,
): Promise<StoredArticle[]> {
  const rows = await db
    .selectFrom('articles')
    .select(selectedColumns)
    .where('feed', 'in', [...feeds])
    .$if(coinId !== undefined, (query) =>
      query.where('id', 'in', (coins) =>
        coins
          .selectFrom('article_coins')
          .select('article_id')
          .where('coin_id', '=', coinId ?? ''),
      ),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toArticle);
}

function toArticle(row: Pick<ArticleTable, (typeof selectedColumns)[number]>): StoredArticle {
  const { published_at: publishedAt, ...article } = row;
  return {
    ...article,
    publishedAt,
    categories: parseNames(row.categories),
    topics: parseNames(row.topics),
    coins: row.coins === null ? null : parseNames(row.coins),
  };
}
