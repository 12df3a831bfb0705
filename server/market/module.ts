import type { FastifyInstance } from 'fastify';
import type { NewsStatus } from '#contract/news.ts';
import type { Config } from '#server/config/config.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import type { Access, Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { createCoinGeckoProvider } from './coingecko/provider.ts';
import { createFindCoin } from './coins/find-coin.ts';
import { budgetWindowMs, createCallBudget, shareBudget } from './feed/call-budget.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { createLocalUpstream, createUpstream } from './feed/upstream.ts';
import type { AllowHistory } from './history/routes.ts';
import { createLogoAddresses } from './images/logo-addresses.ts';
import { registerImageRoutes } from './images/routes.ts';
import { createMarketMetrics } from './metrics.ts';
import { registerMarketRoutes } from './routes.ts';
import { createMarketService, type FindCoin, type MarketService } from './service.ts';
import { createSimulatedProvider } from './simulator/provider.ts';
import type { Snapshot } from './snapshot.ts';
import { createMarketStore, type MarketStore } from './store.ts';
import { registerStreamRoutes } from './stream/routes.ts';

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
  /** The last snapshot of the real market that any process stored. */
  readonly loadSnapshot: MarketStore['loadSnapshot'];
  readonly jobs: readonly Job[];
  registerRoutes(app: FastifyInstance, access: MarketAccess): void;
}

/** Quotes, coins, history and the stream. Nothing is fetched before the job starts. */
export function createMarketModule(deps: MarketDeps): MarketModule {
  const { config, database, logger } = deps;
  const store = createMarketStore(database, logger);
  const { service, jobs } = deps.service
    ? { service: deps.service, jobs: [] }
    : createFedService(deps, store);
  const logos = createLogoAddresses(service);
  return {
    service,
    jobs,
    findCoin: createFindCoin(service),
    loadSnapshot: store.loadSnapshot,
    registerRoutes(app, access) {
      registerMarketRoutes(app, { ...deps, ...access, market: service, logos });
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
function createFedService(deps: MarketDeps, store: MarketStore): { service: MarketService; jobs: Job[] } {
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
  return { service: createMarketService(feed, clock), jobs: [{ start: feed.start, stop }] };
}

/** When the first coin of a snapshot was quoted (ms); simulated coins are all quoted at once. */
function quotedAt(snapshot: Snapshot | null | undefined): number | null {
  const at = snapshot?.coins[0]?.last_updated;
  return at ? Date.parse(at) : null;
}
