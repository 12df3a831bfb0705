import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import { createFindCoins } from '#server/news/classify/find-coins.ts';
import { createRefresh } from '#server/news/refresh/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import { nameProcess } from '#server/platform/jobs/process-name.ts';
import type { MarketService } from './market/service.ts';
import { createArticleStore } from './news/article-store.ts';
import { createAskFeed } from './news/ask-feed.ts';
import { createFeedStore } from './news/feed-store.ts';
import { builtInFeeds, type Feed } from './news/feeds.ts';
import type { CoinLinker } from './news/merge/to-articles.ts';
import { createNewsMetrics } from './news/metrics.ts';
import { createFeedParser } from './news/parser/feed-parser.ts';
import { createNewsService, type NewsService } from './news/service.ts';
import type { Clock } from './platform/clock.ts';

export interface News {
  readonly service: NewsService;
  start(): void;
  stop(): Promise<void>;
}

interface NewsDeps {
  readonly config: Config['news'];
  readonly database: Database;
  readonly market: Pick<MarketService, 'snapshot'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly version: string;
}

/** How often it is looked which feeds are due, and what another process has fetched. */
const lookEveryMs = 60_000;

/** The news, composed: feeds, parser, database. Nothing is fetched before `start`. */
export function createNews(deps: NewsDeps): News {
  const { database, clock, logger } = deps;
  const feeds = listFeeds(deps.config);
  const articles = createArticleStore(database);
  const states = createFeedStore(database);
  const addresses = feeds.map(({ address }) => address);
  const service = createNewsService({ feeds: addresses, articles, states, clock });
  const stopping = new AbortController();
  const parser = createFeedParser();
  const refresh = createRefresh({
    db: database,
    feeds,
    articles,
    states,
    askFeed: createAskFeed({ version: deps.version, stopping: stopping.signal, now: () => clock.now() }),
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
    random: Math.random,
  });
  const job = createPeriodicJob({
    name: 'news-refresh',
    everyMs: lookEveryMs,
    lease: createDatabaseLease(database),
    holder: nameProcess(),
    clock,
    logger,
    run: () => refresh().finally(service.reload),
  });
  let looking: NodeJS.Timeout | undefined;
  const look = () =>
    service.reload().catch((error) => logger.warn({ err: error }, 'news could not be looked up'));
  return {
    service,
    start() {
      if (feeds.length === 0) return;
      job.start();
      looking = setInterval(look, lookEveryMs);
    },
    async stop() {
      clearInterval(looking);
      stopping.abort();
      await job.stop();
      await parser.stop();
    },
  };
}

function listFeeds(config: Config['news']): readonly Feed[] {
  if (config.feeds === 'built-in') return builtInFeeds;
  return config.feeds.map((address) => ({ address }));
}

function asOf(service: NewsService): number | null {
  const at = service.status().asOf;
  return at === null ? null : Date.parse(at);
}

/** The coins of the snapshot, the largest first, made into what finds them once for each list. */
function createCoinLinker(market: Pick<MarketService, 'snapshot'>): () => CoinLinker | null {
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
