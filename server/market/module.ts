import type { FastifyInstance } from 'fastify';
import type { Dependency } from '#contract/market.ts';
import type { NewsStatus } from '#contract/news.ts';
import type { CoinId } from '#contract/units.ts';
import type { Config } from '#server/config/config.ts';
import { requesterAccount, requesterNetwork } from '#server/platform/http/requester.ts';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createCallRateLimiter } from '#server/platform/limits/call-rate-limiter.ts';
import { unlimited } from '#server/platform/limits/rate-limiter.ts';
import type { Access, Job, Module } from '#server/platform/module.ts';
import { createSharedAnswers, type SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { type BudgetShares, shareBudget } from './call-budget/budget-shares.ts';
import { type CallBudget, createCallBudget } from './call-budget/call-budget.ts';
import { createSharedCallBudget } from './call-budget/shared-call-budget.ts';
import { createCloseFetcher } from './closes/close-fetcher.ts';
import { createCloseRecorder } from './closes/close-recorder.ts';
import { createGapFinder } from './closes/gap-finder.ts';
import { createCloseRequestStore } from './closes/request-store.ts';
import { type CloseService, createCloseService } from './closes/service.ts';
import { type CloseStore, createCloseStore } from './closes/store.ts';
import { createCoinGeckoProvider } from './coingecko/provider.ts';
import { createFindCoin } from './coins/find-coin.ts';
import { upstreamFailures } from './coins/upstream-failures.ts';
import { withOwnCurrency } from './currencies/own-currency.ts';
import { type CurrencyHistory, createCurrencyHistory } from './currencies/service.ts';
import { createListRefresher } from './directory/list-refresher.ts';
import { type CoinDirectory, indexCoins } from './directory/service.ts';
import { createCoinListStore } from './directory/store.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { getRefreshSpacing } from './feed/refresh-schedule.ts';
import { createTickClock } from './feed/tick-clock.ts';
import { createLocalUpstream, createUpstream, type Upstream } from './feed/upstream.ts';
import { createFullHistory } from './history/full-history.ts';
import type { AllowHistory } from './history/routes.ts';
import { createLogoAddresses } from './images/logo-addresses.ts';
import { registerImageRoutes } from './images/routes.ts';
import { createMarketMetrics } from './metrics.ts';
import { createRateRefresher, type HeldRates, type RateRefresher } from './rates/rate-refresher.ts';
import { registerRateRoutes } from './rates/routes.ts';
import { createRateService, type RateService } from './rates/service.ts';
import { createRateStore } from './rates/store.ts';
import { allowSharedCaching } from './responses/shared-caching.ts';
import { registerMarketRoutes } from './routes.ts';
import { createMarketService, type FindCoin, type MarketArchive, type MarketService } from './service.ts';
import { createSimulatedProvider } from './simulator/provider.ts';
import { simulateRate } from './simulator/simulated-rates.ts';
import type { Snapshot } from './snapshot.ts';
import { createMarketStore, type MarketStore } from './store.ts';
import { registerStreamRoutes, type StreamWork } from './stream/routes.ts';

export { maxShownLines, type RefusedLine } from './price-import/refused-lines.ts';
export { importPrices, type PriceImport } from './price-import/service.ts';
export type { RateRefresher } from './rates/rate-refresher.ts';
export { importEcbRates } from './rates/service.ts';
export { createMarketStore } from './store.ts';

export interface MarketDeps
  extends Pick<
    SharedParts,
    | 'database'
    | 'redis'
    | 'lease'
    | 'wakeUps'
    | 'holder'
    | 'clock'
    | 'logger'
    | 'registry'
    | 'publicUrl'
    | 'version'
    | 'servers'
    | 'presence'
    | 'secret'
  > {
  readonly config: Pick<Config, 'market' | 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'accounts'>>;
  /** Coins that users hold, watch or have alerts on. Their closes are archived along with those of the list. */
  readonly listFollowedCoins: () => Promise<readonly CoinId[]>;
  /** Overrides the provider and its feed. */
  readonly service?: MarketService | undefined;
  /** Overrides the held rates. */
  readonly heldRates?: Pick<RateRefresher, 'held' | 'onChange'> | undefined;
  /** Overrides network access. */
  readonly fetch?: typeof globalThis.fetch;
}

/** What the routes need from domains that may import the market, but not the other way round. */
export interface MarketAccess extends Access {
  readonly allowHistory: AllowHistory;
  readonly newsStatus: () => NewsStatus;
  readonly degraded: () => Dependency[];
  /** Sent on users' personal streams. */
  readonly events: PersonalEvents;
  /** Calls `listener` when the server is taken out of service. */
  readonly onLeave?: (listener: () => void) => void;
}

export interface MarketModule extends Module {
  readonly service: MarketService;
  readonly findCoin: FindCoin;
  readonly closes: CloseService;
  readonly rates: RateService;
  /** Price history in currencies other than dollars. */
  readonly currencyHistory: CurrencyHistory;
  /** All coins that can be looked up now. */
  readonly getDirectory: () => CoinDirectory;
  /** The last real snapshot stored by any process. */
  readonly loadSnapshot: MarketStore['loadSnapshot'];
  readonly jobs: readonly Job[];
  registerRoutes(app: FastifyInstance, access: MarketAccess): void;
}

/** Maximum number of networks whose answers are counted. */
const maxNetworks = 50_000;

/** Quotes, coins, history and the stream. Nothing is fetched before the job starts. */
export function createMarketModule(deps: MarketDeps): MarketModule {
  const { config, database, logger } = deps;
  const store = createMarketStore(database, logger);
  const closeStore = createCloseStore(database, () => dayNumberOf(deps.clock.now()));
  const recorder = createCloseRecorder({ ...deps, store: closeStore });
  const fullHistory = createFullHistory({ ...deps, readArchive: closeStore.listAll });
  const answers =
    deps.redis &&
    createSharedAnswers({
      redis: deps.redis,
      hashKey: deriveKey(deps.secret, 'shared answers'),
      failures: upstreamFailures,
    });
  const { service, upstream, jobs } = deps.service
    ? { service: deps.service, upstream: undefined, jobs: [] }
    : createFeedService({ ...deps, answers }, store, { recorder, fullHistory });
  const names = createNames(deps, { service, upstream });
  const archive = createCloses(deps, {
    store: closeStore,
    service,
    upstream,
    getDirectory: names.getDirectory,
  });
  const currencies = createRates(deps, { service, upstream });
  const { rates } = currencies;
  const currencyHistory = withOwnCurrency(
    createCurrencyHistory({
      market: service,
      upstream: () => upstream?.(),
      rates,
      clock: deps.clock,
      answers,
    }),
  );
  const recording: Job = {
    prepare: async () => recorder.noteStored(await store.loadSnapshot()),
    start: () => recorder.follow(service),
    stop: recorder.stop,
  };
  const logos = createLogoAddresses(service);
  let streaming: StreamWork | undefined;
  const stream: Job = {
    prepare: async () => streaming?.prepare(),
    start: () => undefined,
    stop: async () => streaming?.stop(),
  };
  return {
    service,
    closes: archive.closes,
    rates,
    currencyHistory,
    getDirectory: names.getDirectory,
    jobs: upstream ? [stream, ...jobs, recording, ...currencies.jobs, ...archive.jobs, ...names.jobs] : [],
    findCoin: createFindCoin(service),
    loadSnapshot: store.loadSnapshot,
    registerRoutes(app, access) {
      allowSharedCaching(app, config.market.sharedCacheSeconds ?? 0);
      const limiter = config.accounts?.isRateLimited
        ? createCallRateLimiter({ ...deps, name: 'market answers', maxSubjects: maxNetworks })
        : unlimited;
      registerMarketRoutes(app, {
        ...deps,
        ...access,
        market: service,
        logos,
        rates,
        currencyHistory,
        limiter,
      });
      registerRateRoutes(app, { rates });
      streaming = registerStreamRoutes(app, {
        shared: config.databaseUrl === undefined ? undefined : { redis: deps.redis },
        market: service,
        rates,
        registry: deps.registry,
        requireUser: access.requireSession,
        personal: access,
        onLeave: access.onLeave,
      });
      registerImageRoutes(app, {
        addresses: logos,
        dataDir: config.dataDir,
        providerUrl: config.market.coingecko.baseUrl,
      });
    },
  };
}

/** The service on a feed of the real or simulated market, and the job that refreshes it. */
function createFeedService(
  deps: MarketDeps & { readonly answers: SharedAnswers | undefined },
  store: MarketStore,
  archive: MarketArchive,
): { service: MarketService; upstream: () => Upstream; jobs: Job[] } {
  const { clock } = deps;
  const { refreshSeconds, provider, coingecko } = deps.config.market;
  const refreshMs = refreshSeconds * 1000;
  const ticks = deps.config.databaseUrl === undefined ? undefined : createTickClock(clock, refreshMs);
  const shares = shareBudget(coingecko.callsPerMinute, refreshMs);
  const { budget, job } = createBudget(deps, shares, refreshMs);
  const stopping = new AbortController();
  const held: { feed?: Feed } = {};
  const metrics = createMarketMetrics(
    deps.registry,
    () => clock.now(),
    () => held.feed?.snapshot()?.asOf ?? null,
  );
  const feed = createFeed({
    ...deps,
    store,
    mode: provider,
    refreshMs,
    spacingMs: getRefreshSpacing(shares, refreshMs),
    real: createUpstream({
      provider: createCoinGeckoProvider({ ...coingecko, clock, ...(deps.fetch && { fetch: deps.fetch }) }),
      budget,
      clock,
      metrics,
      requesterNetwork,
      stopping: stopping.signal,
    }),
    simulated: createLocalUpstream(
      createSimulatedProvider({ clock: ticks ?? clock, quotedAt: () => quotedAt(held.feed?.snapshot()) }),
    ),
    metrics,
    random: Math.random,
    ticks,
  });
  held.feed = feed;
  const stop = () => {
    stopping.abort();
    return feed.stop();
  };
  return {
    service: createMarketService(feed, clock, archive, deps.answers),
    upstream: feed.upstream,
    jobs: [...(job ? [job] : []), { start: feed.start, stop }],
  };
}

/** One budget for all servers sharing a Redis, or for this server only. */
function createBudget(
  deps: MarketDeps,
  shares: BudgetShares,
  refreshMs: number,
): { budget: CallBudget; job?: Job } {
  const { redis, presence, clock, secret } = deps;
  if (!redis || !presence) return { budget: createCallBudget(shares, clock) };
  const budget = createSharedCallBudget({
    ...{ ...deps, redis, presence, refreshMs },
    callsPerMinute: shares.total,
    hashKey: deriveKey(secret, 'networks'),
  });
  return { budget, job: { start: budget.start, stop: async () => budget.stop() } };
}

/** The dependencies of a part of the market outside the feed. Without an upstream nothing is fetched. */
interface FeedParts {
  readonly service: MarketService;
  readonly upstream: (() => Upstream) | undefined;
}

/** The archive of daily closes, and the job that fetches requested ones. */
function createCloses(
  deps: MarketDeps,
  {
    store,
    service,
    upstream,
    getDirectory,
  }: FeedParts & { readonly store: CloseStore; readonly getDirectory: () => CoinDirectory },
): { closes: CloseService; jobs: Job[] } {
  const lease = createHeldLease({ ...deps, name: 'close-archive' });
  const requests = createCloseRequestStore(deps.database);
  const listed = () => service.snapshot()?.coins.map(({ id }) => id) ?? [];
  const listCoins = async () => [...(await deps.listFollowedCoins()), ...listed()];
  const gaps = createGapFinder({ ...deps, store, requests, listCoins, getDirectory });
  const fetcher = upstream && createCloseFetcher({ ...deps, store, requests, gaps, upstream, lease });
  const closes = createCloseService({
    ...deps,
    store,
    requests,
    market: service,
    upstream: () => upstream?.(),
    requester: () => requesterAccount() ?? requesterNetwork() ?? 'server',
    onRequest: () => {
      fetcher?.runSoon();
      void deps.wakeUps.send(deps.database, 'close-requests').catch(() => undefined);
    },
  });
  return { closes, jobs: fetcher ? [fetcher] : [] };
}

/** The names of all coins, and the job that refreshes them daily. */
function createNames(
  deps: MarketDeps,
  { service, upstream }: FeedParts,
): { getDirectory: () => CoinDirectory; jobs: Job[] } {
  if (!upstream) return { getDirectory: () => indexCoins([], service.snapshot()), jobs: [] };
  const lease = createHeldLease({ ...deps, name: 'coin-list' });
  const store = createCoinListStore(deps.database);
  const refresher = createListRefresher({
    ...deps,
    market: service,
    upstream,
    store,
    lease,
    random: Math.random,
  });
  return { getDirectory: refresher.directory, jobs: [refresher] };
}

/** Rates move slowly, and each refresh uses a call of the budget. */
const ratesEveryMs = 5 * 60_000;
const noRates: HeldRates = { source: 'coingecko', rates: new Map(), asOf: null, isFailing: false };

/** Exchange rates, and the job that refreshes them. */
function createRates(
  deps: MarketDeps,
  { service, upstream }: FeedParts,
): { rates: RateService; jobs: Job[] } {
  const store = createRateStore(deps.database);
  const lease = createHeldLease({ ...deps, name: 'rate-refresh' });
  const refreshMs = Math.max(ratesEveryMs, deps.config.market.refreshSeconds * 1000);
  const shared = { ...deps, store, refreshMs };
  const refresher = upstream && createRateRefresher({ ...shared, upstream, lease, random: Math.random });
  const source = deps.heldRates ?? refresher;
  const held = source?.held ?? (() => ({ ...noRates, source: service.status().source }));
  const onChange = source?.onChange;
  const rates = createRateService({
    ...{ ...shared, held, onChange },
    // Coins count as currencies too, but their history comes from the archive.
    simulate: (code, at) => simulateRate(code, at, () => undefined),
    marketStatus: () => service.status(),
    snapshot: () => service.snapshot(),
  });
  return { rates, jobs: refresher ? [refresher] : [] };
}

/** When the first coin of a snapshot was quoted. Simulated coins are all quoted at the same instant. */
function quotedAt(snapshot: Snapshot | null | undefined): number | null {
  const at = snapshot?.coins[0]?.last_updated;
  return at ? Date.parse(at) : null;
}
