import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Article, TrendingTopic } from '#contract/news.ts';
import { createArticleStore } from '#server/news/article-store.ts';
import { createFindCoins, type KnownCoin } from '#server/news/classify/find-coins.ts';
import { createFeedStore } from '#server/news/feed-store.ts';
import type { Feed } from '#server/news/feeds.ts';
import { createNewsMetrics } from '#server/news/metrics.ts';
import { createFeedParser } from '#server/news/parser/feed-parser.ts';
import { createFetchFeed } from '#server/news/refresh/fetch-feed.ts';
import { createRefresh } from '#server/news/refresh/service.ts';
import { registerNewsRoutes } from '#server/news/routes.ts';
import { createNewsService, type NewsService } from '#server/news/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createBareApp } from '../bare-app.ts';

/** News over a real database and a real network, with a clock that the test controls. */
export interface NewsApp {
  readonly app: FastifyInstance;
  readonly service: NewsService;
  readonly registry: Registry;
  /** Log entries: the level and its arguments. */
  readonly log: readonly unknown[][];
  now(): number;
  pass(ms: number): void;
  /** Sets the coins of the market. */
  setCoins(coins: readonly KnownCoin[]): void;
  /** Refreshes the feeds that are due, and reloads the service. */
  refresh(): Promise<void>;
  list(query?: string): Promise<Article[]>;
  titles(query?: string): Promise<string[]>;
  topics(): Promise<TrendingTopic[]>;
  close(): Promise<void>;
}

/** The instant at which the clock of `createNewsApp` starts. */
export const newsNow = Date.UTC(2026, 10, 21, 12);

/** Opens the news on a database. `served`: the feeds to read, which may be on this machine. */
export function createNewsApp(db: Database, served: readonly Feed[]): NewsApp {
  // The feed servers of tests are on this machine.
  const feeds = served.map((feed) => ({ ...feed, mayBePrivate: true }));
  let now = newsNow;
  let known: readonly KnownCoin[] = [];
  const log: unknown[][] = [];
  const clock = { now: () => now };
  const articles = createArticleStore(db);
  const states = createFeedStore(db);
  const registry = new Registry();
  const parser = createFeedParser();
  const stopping = new AbortController();
  const addresses = feeds.map(({ address }) => address);
  const service = createNewsService({ feeds: addresses, articles, states, clock });
  const refresh = createRefresh({
    mayWrite: async () => true,
    db,
    feeds,
    articles,
    states,
    fetchFeed: createFetchFeed({ version: '1.2.3', stopping: stopping.signal, now: clock.now }),
    // Keeps the parser's thread for the next round, because starting it is slow.
    parser: { parse: parser.parse, stop: async () => undefined },
    getCoins: () =>
      known.length === 0
        ? null
        : { find: createFindCoins(known), names: new Map(known.map((coin) => [coin.coinId, coin])) },
    clock,
    logger: {
      info: (...entry: unknown[]) => void log.push(['info', ...entry]),
      warn: (...entry: unknown[]) => void log.push(['warn', ...entry]),
    },
    metrics: createNewsMetrics(
      registry,
      clock.now,
      () => null,
      () => articles.listNewestDates(addresses),
    ),
    onSaved: service.reload,
    // Hardly any random delay, and never a whole number of milliseconds.
    random: () => 1e-7,
  });
  const app = createBareApp();
  registerNewsRoutes(app, { news: service, publicUrl: () => 'https://altimeter.example' });
  const list = async (query = '') => (await app.inject(`/api/news${query}`)).json().data as Article[];
  return {
    app,
    service,
    registry,
    log,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    setCoins: (coins) => {
      known = coins;
    },
    async refresh() {
      await refresh();
      await service.reload();
    },
    list,
    titles: async (query) => (await list(query)).map(({ title }) => title),
    topics: async () => (await app.inject('/api/news/trending-topics')).json(),
    async close() {
      stopping.abort();
      await parser.stop();
      await app.close();
    },
  };
}
