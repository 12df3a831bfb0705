import { LRUCache } from 'lru-cache';
import type { Article, NewsStatus, TrendingTopic } from '#contract/news.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { StoredArticle } from './article.ts';
import type { ArticleStore } from './article-store.ts';
import { listTrendingTopics, topicWindowMs } from './classify/trending-topics.ts';
import type { FeedStore, NewsProgress } from './feed-store.ts';

/**
 * A page of articles, newest first; only those that mention `coin`, if given. Limited to the newest 5,000, or 500 for a
 * coin, because every further page costs the database more.
 */
export interface NewsQuery {
  readonly coin?: CoinId | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** An article without the URL of its source's icon, which depends on the site's origin. */
export type NewsArticle = Omit<Article, 'source'> & { readonly source: string };

/** The news as the rest of the server sees it. Returns the same objects until something changes. */
export interface NewsService {
  status(): NewsStatus;
  /** Changes whenever the articles or the state change. */
  version(): string;
  /** When the articles last changed. */
  changedAt(): Instant | null;
  /** `beforeRead` is called first if the list has to be read; if that rejects, nothing is read. */
  listArticles(query: NewsQuery, beforeRead?: () => Promise<void>): Promise<readonly NewsArticle[]>;
  listTopics(): Promise<readonly TrendingTopic[]>;
  /** Reads what this or another process has fetched since the last call. */
  reload(): Promise<void>;
}

/** More than four times the interval between requests to a feed. */
const staleAfterMs = 45 * 60_000;
/** The step by which the topics' time windows move. */
const topicStepMs = 5 * 60_000;
/** The approximate memory of a cached article. Requests choose which lists are cached, so the cache is bounded. */
const articleBytes = 1_500;
const listBounds = { max: 500, maxSize: 24 * 1024 * 1024 };
const maxArticles = 5_000;
const maxOfCoin = 500;
const noArticles: readonly never[] = [];

/** The news from the feeds with these URLs; with none, news is off. */
export function createNewsService(deps: {
  feeds: readonly string[];
  articles: Pick<ArticleStore, 'listArticles' | 'listSince'>;
  states: Pick<FeedStore, 'getProgress'>;
  clock: Clock;
}): NewsService {
  const { feeds, articles, states, clock } = deps;
  const isOff = feeds.length === 0;
  let progress: NewsProgress = { answeredAt: null, changedAt: null, changes: '' };
  let lists = new LRUCache<string, Promise<unknown>>(listBounds);
  let reloading: Promise<void> = Promise.resolve();

  /** Makes each list again only when something changes; failed ones are retried. */
  function remember<T>(key: string, bytes: number, make: () => Promise<T>): Promise<T> {
    const known = lists.get(key);
    if (known) return known as Promise<T>;
    const [current, made] = [lists, make()];
    current.set(key, made, { size: bytes });
    made.catch(() => current.delete(key));
    return made;
  }

  async function read(query: { coinId?: string; limit: number; offset: number }): Promise<NewsArticle[]> {
    return (await articles.listArticles({ feeds, ...query })).map(toNewsArticle);
  }

  /** One list for all pages, because any of them makes the database read every article about the coin. */
  const listOfCoin = (coinId: string) =>
    remember(`coin ${coinId}`, maxOfCoin * articleBytes, () => read({ coinId, limit: maxOfCoin, offset: 0 }));

  async function readProgress(): Promise<void> {
    if (isOff) return;
    const found = await states.getProgress(feeds, clock.now());
    if (found.changes !== progress.changes) lists = new LRUCache(listBounds);
    progress = found;
  }

  function status(): NewsStatus {
    if (isOff) return { state: 'off', asOf: null };
    const { answeredAt } = progress;
    if (answeredAt === null) return { state: 'starting', asOf: null };
    // If the clock was set back, the age of an answer dated later is unknown.
    const isStale = Math.abs(clock.now() - answeredAt) > staleAfterMs;
    return { state: isStale ? 'stale' : 'live', asOf: new Date(answeredAt).toISOString() };
  }

  return {
    status,
    version: () => `${status().state} ${progress.changes} ${progress.answeredAt}`,
    changedAt: () => progress.changedAt,
    async listArticles({ coin, page, perPage }, beforeRead) {
      if (isOff) return noArticles;
      const offset = (page - 1) * perPage;
      if (offset >= maxArticles) return noArticles;
      const key = `articles ${page} ${perPage} ${coin ?? ''}`;
      if (beforeRead && !lists.has(key)) await beforeRead();
      return remember(key, perPage * articleBytes, async () =>
        coin === undefined
          ? read({ limit: Math.min(perPage, maxArticles - offset), offset })
          : (await listOfCoin(coin)).slice(offset, offset + perPage),
      );
    },
    listTopics() {
      if (isOff) return Promise.resolve(noArticles);
      const now = Math.floor(clock.now() / topicStepMs) * topicStepMs;
      return remember(`topics ${now}`, articleBytes, async () =>
        listTrendingTopics(await articles.listSince(feeds, now - 2 * topicWindowMs), now),
      );
    },
    reload() {
      // Sequential, because an older answer must not replace a newer one.
      const reloaded = reloading.then(readProgress);
      reloading = reloaded.catch(() => undefined);
      return reloaded;
    },
  };
}

function toNewsArticle({ publishedAt, coins, categories, topics, ...article }: StoredArticle): NewsArticle {
  return {
    ...article,
    published_at: new Date(publishedAt).toISOString(),
    categories: [...categories],
    topics: [...topics],
    coins: [...(coins ?? [])],
  };
}
