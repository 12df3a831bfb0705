import type { Coin } from '#contract/market.ts';
import type { Config } from '#server/config/config.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limiter.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createArticleStore } from './article-store.ts';
import { createFindCoins } from './classify/find-coins.ts';
import { createFeedStore } from './feed-store.ts';
import { listFeeds } from './feeds.ts';
import type { CoinLinker } from './merge/to-articles.ts';
import { createNewsMetrics } from './metrics.ts';
import { createFeedParser } from './parser/feed-parser.ts';
import { createFetchFeed } from './refresh/fetch-feed.ts';
import { createRefresh } from './refresh/service.ts';
import { registerNewsRoutes } from './routes.ts';
import { createNewsService, type NewsService } from './service.ts';

/** The market's coins, which articles are linked to. */
interface CoinSource {
  snapshot(): { readonly coins: readonly Coin[] } | null;
}

export interface NewsDeps
  extends Pick<
    SharedParts,
    'database' | 'lease' | 'wakeUps' | 'holder' | 'clock' | 'logger' | 'registry' | 'publicUrl' | 'version'
  > {
  readonly config: Pick<Config, 'news'>;
  readonly market: CoinSource;
  /** Counts the lists that are read for each network. */
  readonly limiter?: RateLimiter | undefined;
  /** Overrides the feeds. */
  readonly service?: NewsService | undefined;
}

export interface NewsModule extends Module {
  readonly service: NewsService;
  readonly jobs: readonly Job[];
}

const refreshLease = 'news-refresh';
/** How often feeds are checked for being due. */
const refreshEveryMs = 60_000;
/**
 * How often the database is checked for articles that other processes fetched, so that they are listed within three
 * seconds.
 */
const checkEveryMs = 2_000;
/** How often the database is checked while other processes send wake-ups, in case one is lost. */
const slowCheckMs = 15_000;

/** News from feeds. Nothing is fetched before the job starts. */
export function createNewsModule(deps: NewsDeps): NewsModule {
  const { service, jobs } = deps.service ? { service: deps.service, jobs: [] } : createNewsFromFeeds(deps);
  return {
    service,
    jobs,
    registerRoutes: (app) => registerNewsRoutes(app, { ...deps, news: service }),
  };
}

function createNewsFromFeeds(deps: NewsDeps): { service: NewsService; jobs: Job[] } {
  const { database, clock, logger } = deps;
  const feeds = listFeeds(deps.config.news);
  const articles = createArticleStore(database);
  const states = createFeedStore(database);
  const addresses = feeds.map(({ address }) => address);
  const service = createNewsService({ feeds: addresses, articles, states, clock });
  const stopping = new AbortController();
  const parser = createFeedParser();
  const refresh = createRefresh({
    db: database,
    mayWrite: (tx) => deps.lease.confirm(tx, refreshLease, deps.holder),
    wakeUps: deps.wakeUps,
    feeds,
    articles,
    states,
    fetchFeed: createFetchFeed({ version: deps.version, stopping: stopping.signal, now: () => clock.now() }),
    parser,
    getCoins: createCoinLinker(deps.market),
    clock,
    logger,
    metrics: createNewsMetrics(
      deps.registry,
      () => clock.now(),
      () => asOf(service),
      () => articles.listNewestDates(addresses),
    ),
    onSaved: service.reload,
    random: Math.random,
  });
  const refreshJob = createPeriodicJob({
    ...deps,
    name: refreshLease,
    everyMs: refreshEveryMs,
    run: () => refresh().finally(service.reload),
  });
  const end = async () => {
    stopping.abort();
    await refreshJob.stop();
    await parser.stop();
  };
  const job = createNewsJob(deps, service, { start: refreshJob.start, stop: end });
  return { service, jobs: feeds.length === 0 ? [] : [job] };
}

/** Refreshes the feeds, and reads what other processes have fetched. */
function createNewsJob({ logger, wakeUps }: NewsDeps, service: NewsService, refreshing: Job): Job {
  let checkedAt = 0;
  const check = () => {
    checkedAt = performance.now();
    service.reload().catch((error) => logger.warn({ err: error }, 'news could not be reloaded'));
  };
  const poll = () => {
    const isRecent = performance.now() - checkedAt < slowCheckMs;
    if (!isRecent || !wakeUps.isConnected()) check();
  };
  let timer: NodeJS.Timeout | undefined;
  let unlisten = () => {};
  return {
    prepare: service.reload,
    start() {
      unlisten = wakeUps.listen('news', check);
      timer = setInterval(poll, checkEveryMs);
      return refreshing.start();
    },
    stop() {
      unlisten();
      clearInterval(timer);
      return refreshing.stop();
    },
  };
}

function asOf(service: NewsService): number | null {
  const at = service.status().asOf;
  return at === null ? null : Date.parse(at);
}

/** Finds the snapshot's coins in texts, larger ones first; rebuilt only when the list changes. */
function createCoinLinker(market: CoinSource): () => CoinLinker | null {
  let made: { key: string; linker: CoinLinker } | undefined;
  return () => {
    const coins = (market.snapshot()?.coins ?? []).map(({ id, symbol, name, market_cap_rank }) => ({
      coin: { coinId: id, symbol, name },
      rank: market_cap_rank ?? Number.MAX_SAFE_INTEGER,
    }));
    if (coins.length === 0) return null;
    const key = coins.map(({ coin }) => coin.coinId).join();
    if (made?.key !== key) {
      const known = coins.sort((a, b) => a.rank - b.rank).map(({ coin }) => coin);
      const names = new Map(known.map((coin) => [coin.coinId, coin]));
      made = { key, linker: { find: createFindCoins(known), names } };
    }
    return made.linker;
  };
}
