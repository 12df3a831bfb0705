import type { FastifyInstance } from 'fastify';
import type { NewsStatus } from '#contract/news.ts';
import type { Config } from '#server/config/config.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import type { Access, Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { createCloseFetcher } from './closes/close-fetcher.ts';
import { type CloseRecorder, createCloseRecorder } from './closes/close-recorder.ts';
import { type CloseService, createCloseService } from './closes/service.ts';
import { type CloseStore, createCloseStore } from './closes/store.ts';
import { createCoinGeckoProvider } from './coingecko/provider.ts';
import { createFindCoin } from './coins/find-coin.ts';
import { type CoinDirectory, indexCoins } from './directory/coin-directory.ts';
import { createListRefresher } from './directory/list-refresher.ts';
import { createCoinListStore } from './directory/store.ts';
import { budgetWindowMs, createCallBudget, shareBudget } from './feed/call-budget.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { createLocalUpstream, createUpstream, type Upstream } from './feed/upstream.ts';
import type { AllowHistory } from './history/routes.ts';
import { createLogoAddresses } from './images/logo-addresses.ts';
import { registerImageRoutes } from './images/routes.ts';
import { createMarketMetrics } from './metrics.ts';
import { createRateRefresher, type HeldRates } from './rates/rate-refresher.ts';
import { registerRateRoutes } from './rates/routes.ts';
import { createRateService, type RateService } from './rates/service.ts';
import { createRateStore } from './rates/store.ts';
import { registerMarketRoutes } from './routes.ts';
import { createMarketService, type FindCoin, type MarketService } from './service.ts';
import { createSimulatedProvider } from './simulator/provider.ts';
import type { Snapshot } from './snapshot.ts';
import { createMarketStore, type MarketStore } from './store.ts';
import { registerStreamRoutes } from './stream/routes.ts';

export { importEcbRates, type RateImport } from './rates/service.ts';

export interface MarketDeps
  extends Pick<
    SharedParts,
    'database' | 'lease' | 'holder' | 'clock' | 'logger' | 'registry' | 'publicUrl' | 'version'
  > {
  readonly config: Pick<Config, 'market' | 'dataDir'>;
  /** Replaces the provider and its feed. */
  readonly service?: MarketService | undefined;
  /** Replaces the network. */
  readonly fetch?: typeof globalThis.fetch;
}

/** What the market's routes use of domains to its right. */
export interface MarketAccess extends Access {
  readonly allowHistory: AllowHistory;
  readonly newsStatus: () => NewsStatus;
  /** Sent on users' own streams. */
  readonly events: PersonalEvents;
}

export interface MarketModule extends Module {
  readonly service: MarketService;
  readonly findCoin: FindCoin;
  readonly closes: CloseService;
  readonly rates: RateService;
  /** All coins that can be named now. */
  readonly getDirectory: () => CoinDirectory;
  /** The last snapshot of the real market that any process stored. */
  readonly loadSnapshot: MarketStore['loadSnapshot'];
  readonly jobs: readonly Job[];
  registerRoutes(app: FastifyInstance, access: MarketAccess): void;
}

/** Quotes, coins, history and the stream. Nothing is fetched before the job starts. */
export function createMarketModule(deps: MarketDeps): MarketModule {
  const { config, database, logger } = deps;
  const store = createMarketStore(database, logger);
  const closeStore = createCloseStore(database);
  const recorder = createCloseRecorder({ ...deps, store: closeStore });
  const { service, upstream, jobs } = deps.service
    ? { service: deps.service, upstream: undefined, jobs: [] }
    : createFedService(deps, store, recorder);
  const archive = createCloses(deps, { store: closeStore, service, upstream });
  const currencies = createRates(deps, { service, upstream });
  const names = createNames(deps, { service, upstream });
  const recording: Job = {
    prepare: async () => recorder.noteStored(await store.loadSnapshot()),
    start: () => recorder.follow(service),
    stop: recorder.stop,
  };
  const logos = createLogoAddresses(service);
  return {
    service,
    closes: archive.closes,
    rates: currencies.rates,
    getDirectory: names.getDirectory,
    jobs: upstream ? [...jobs, recording, ...currencies.jobs, ...archive.jobs, ...names.jobs] : [],
    findCoin: createFindCoin(service),
    loadSnapshot: store.loadSnapshot,
    registerRoutes(app, access) {
      registerMarketRoutes(app, { ...deps, ...access, market: service, logos });
      registerRateRoutes(app, { rates: currencies.rates });
      registerStreamRoutes(app, {
        market: service,
        registry: deps.registry,
        requireUser: access.requireSession,
        personal: access,
      });
      registerImageRoutes(app, {
        addresses: logos,
        dataDir: config.dataDir,
        providerUrl: config.market.coingecko.baseUrl,
      });
    },
  };
}

/** The service over a feed of the real or simulated market, and the job that refreshes it. */
function createFedService(
  deps: MarketDeps,
  store: MarketStore,
  recorder: CloseRecorder,
): { service: MarketService; upstream: () => Upstream; jobs: Job[] } {
  const { clock } = deps;
  const { refreshSeconds, provider, coingecko } = deps.config.market;
  const refreshMs = refreshSeconds * 1000;
  const shares = shareBudget(coingecko.callsPerMinute, refreshMs);
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
    // A budget too small for every refresh is spread evenly, not spent in a burst at the start of each minute.
    spacingMs: Math.max(refreshMs, shares.coins * refreshMs < 60_000 ? budgetWindowMs / shares.coins : 0),
    real: createUpstream({
      provider: createCoinGeckoProvider({ ...coingecko, clock, ...(deps.fetch && { fetch: deps.fetch }) }),
      budget: createCallBudget(shares, clock),
      clock,
      metrics,
      requesterNetwork,
      stopping: stopping.signal,
    }),
    simulated: createLocalUpstream(
      createSimulatedProvider({ clock, quotedAt: () => quotedAt(held.feed?.snapshot()) }),
    ),
    metrics,
    random: Math.random,
  });
  held.feed = feed;
  const stop = () => {
    stopping.abort();
    return feed.stop();
  };
  return {
    service: createMarketService(feed, clock, recorder),
    upstream: feed.upstream,
    jobs: [{ start: feed.start, stop }],
  };
}

/** What a part of the market beside the feed is made of. Without an upstream nothing is fetched. */
interface FedParts {
  readonly service: MarketService;
  readonly upstream: (() => Upstream) | undefined;
}

/** The archive of daily closes, and the job that fetches what is asked for. */
function createCloses(
  deps: MarketDeps,
  { store, service, upstream }: FedParts & { readonly store: CloseStore },
): { closes: CloseService; jobs: Job[] } {
  const lease = createHeldLease({ ...deps, name: 'close-archive' });
  const fetcher = upstream && createCloseFetcher({ ...deps, store, upstream, lease });
  const closes = createCloseService({
    ...deps,
    store,
    market: service,
    upstream: () => upstream?.(),
    onRequest: () => fetcher?.hurry(),
  });
  return { closes, jobs: fetcher ? [fetcher] : [] };
}

/** The names of all coins, and the job that refreshes them once a day. */
function createNames(
  deps: MarketDeps,
  { service, upstream }: FedParts,
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

/** Rates move slowly, and each refresh is a call of the budget. */
const ratesEveryMs = 5 * 60_000;
const noRates: HeldRates = { source: 'coingecko', rates: new Map(), asOf: null, isFailing: false };

/** What currencies are worth, and the job that refreshes it. */
function createRates(deps: MarketDeps, { service, upstream }: FedParts): { rates: RateService; jobs: Job[] } {
  const store = createRateStore(deps.database);
  const lease = createHeldLease({ ...deps, name: 'rate-refresh' });
  const refreshMs = Math.max(ratesEveryMs, deps.config.market.refreshSeconds * 1000);
  const shared = { ...deps, store, refreshMs };
  const refresher = upstream && createRateRefresher({ ...shared, upstream, lease, random: Math.random });
  const held = refresher?.held ?? (() => ({ ...noRates, source: service.status().source }));
  const rates = createRateService({ ...shared, held, marketStatus: service.status });
  return { rates, jobs: refresher ? [refresher] : [] };
}

/** When the first coin of a snapshot was quoted (ms); simulated coins are all quoted at once. */
function quotedAt(snapshot: Snapshot | null | undefined): number | null {
  const at = snapshot?.coins[0]?.last_updated;
  return at ? Date.parse(at) : null;
}
