import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database.ts';

/** An article as it is kept. */
export interface KeptArticle {
  /** Made of its address. */
  readonly id: string;
  readonly source: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  /** Ids; null while the coins of the market are not known. */
  readonly coins: readonly string[] | null;
}

export interface NewArticle extends KeptArticle {
  readonly feed: string;
  /** What its feed tells it by. */
  readonly guidKey: string | null;
}

/** Which coins an article names, and the topics it has with them. */
export type ArticleLink = Pick<KeptArticle, 'id' | 'topics'> & { readonly coins: readonly string[] };

export interface ArticleStore {
  /** Adds those that are not there yet, by their address or their feed's id; gives how many. */
  addArticles(articles: readonly NewArticle[]): Promise<number>;
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
  /** Headlines and topics since an instant. */
  listSince(
    feeds: readonly string[],
    sinceMs: number,
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
    addArticles: (articles) => addArticles(db, articles),
    linkArticles: (links) => linkArticles(db, links),

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

    async listSince(feeds, sinceMs) {
      const rows = await db
        .selectFrom('articles')
        .select(['title', 'published_at', 'topics'])
        .where('feed', 'in', [...feeds])
        .where('published_at', '>=', sinceMs)
        .execute();
      return rows.map((row) => ({
        title: row.title,
        publishedAt: row.published_at,
        topics: parseNames(row.topics),
      }));
    },
  };
}

/** In one transaction, so that no article stands there without its coins. */
async function addArticles(db: Database, articles: readonly NewArticle[]): Promise<number> {
  if (articles.length === 0) return 0;
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('articles')
      .values(
        articles.map(({ guidKey, publishedAt, ...article }) => ({
          ...article,
          guid_key: guidKey,
          published_at: publishedAt,
          categories: JSON.stringify(article.categories),
          topics: JSON.stringify(article.topics),
          coins: article.coins && JSON.stringify(article.coins),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    const ids = new Set(added.map((row) => row.id));
    const rows = articles
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, coins }) => (coins ?? []).map((coinId) => ({ coin_id: coinId, article_id: id })));
    if (rows.length > 0) await tx.insertInto('article_coins').values(rows).execute();
    return added.length;
  });
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
