import { LRUCache } from 'lru-cache';
import type { Article, NewsStatus, TrendingTopic } from '#contract/news.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeptArticle } from './article.ts';
import type { ArticleStore } from './article-store.ts';
import { listTrendingTopics, topicWindowMs } from './classify/trending-topics.ts';
import type { FeedStore, NewsProgress } from './feed-store.ts';

/**
 * Which articles are asked for: a page of them, the newest first, or of those that name a coin. Only the newest 5,000
 * can be had, of a coin the newest 500: each page further back costs the database more than the one before.
 */
export interface NewsQuestion {
  readonly coin?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** An article without what depends on where the site is. */
export type NewsArticle = Omit<Article, 'source'> & { readonly source: string };

/** The news as the rest of the server sees them. The same objects are given until something changes. */
export interface NewsService {
  status(): NewsStatus;
  /** Changes with whatever is listed, and with its age. */
  version(): string;
  /** When the articles last changed, in milliseconds since 1970. */
  changedAt(): number | null;
  listArticles(question: NewsQuestion): Promise<readonly NewsArticle[]>;
  listTopics(): Promise<readonly TrendingTopic[]>;
  /** Looks for what this or another process has fetched since. */
  reload(): Promise<void>;
}

/** No feed has answered for so long: more than four times how often they are asked. */
const staleAfterMs = 45 * 60_000;
/** The windows of topics move on by so much. */
const topicStepMs = 5 * 60_000;
/** Whoever asks chooses which lists are made, so that they need a bound: about so much for each article in them. */
const articleBytes = 1_500;
const listBounds = { max: 500, maxSize: 24 * 1024 * 1024 };
const maxReach = 5_000;
const maxOfCoin = 500;
const nothing: readonly never[] = [];

/** The news of some feeds (their addresses); of none, they are off. */
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

  /** Made once until something changes; what failed is made again. */
  function remember<T>(key: string, bytes: number, make: () => Promise<T>): Promise<T> {
    const known = lists.get(key);
    if (known) return known as Promise<T>;
    const [current, made] = [lists, make()];
    current.set(key, made, { size: bytes });
    made.catch(() => current.delete(key));
    return made;
  }

  async function read(question: { coinId?: string; limit: number; offset: number }): Promise<NewsArticle[]> {
    return (await articles.listArticles({ feeds, ...question })).map(toNewsArticle);
  }

  /** All its pages are of one list: to find any of them, the database looks at every article of the coin. */
  const listOfCoin = (coinId: string) =>
    remember(`coin ${coinId}`, maxOfCoin * articleBytes, () => read({ coinId, limit: maxOfCoin, offset: 0 }));

  function status(): NewsStatus {
    if (isOff) return { state: 'off', asOf: null };
    const { answeredAt } = progress;
    if (answeredAt === null) return { state: 'starting', asOf: null };
    // Where the clock was set back, an answer from later has no age that could be told.
    const isStale = Math.abs(clock.now() - answeredAt) > staleAfterMs;
    return { state: isStale ? 'stale' : 'live', asOf: new Date(answeredAt).toISOString() };
  }

  return {
    status,
    version: () => `${status().state} ${progress.changes} ${progress.answeredAt}`,
    changedAt: () => progress.changedAt,
    listArticles({ coin, page, perPage }) {
      if (isOff) return Promise.resolve(nothing);
      const offset = (page - 1) * perPage;
      if (offset >= maxReach) return Promise.resolve(nothing);
      return remember(`articles ${page} ${perPage} ${coin ?? ''}`, perPage * articleBytes, async () =>
        coin === undefined
          ? read({ limit: Math.min(perPage, maxReach - offset), offset })
          : (await listOfCoin(coin)).slice(offset, offset + perPage),
      );
    },
    listTopics() {
      if (isOff) return Promise.resolve(nothing);
      const now = Math.floor(clock.now() / topicStepMs) * topicStepMs;
      return remember(`topics ${now}`, articleBytes, async () =>
        listTrendingTopics(await articles.listSince(feeds, now - 2 * topicWindowMs), now),
      );
    },
    async reload() {
      if (isOff) return;
      const found = await states.getProgress(feeds, clock.now());
      if (found.changes !== progress.changes) lists = new LRUCache(listBounds);
      progress = found;
    },
  };
}

function toNewsArticle({ publishedAt, coins, categories, topics, ...article }: KeptArticle): NewsArticle {
  return {
    ...article,
    published_at: new Date(publishedAt).toISOString(),
    categories: [...categories],
    topics: [...topics],
    coins: [...(coins ?? [])],
  };
}
