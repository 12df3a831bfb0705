import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import type { Config } from '#server/config/config.ts';
import { inheritedEnvironment } from '#server/config/read-config.ts';
import { createAccountsModule, sessionIdleMs } from './accounts/module.ts';
import { createAdsModule } from './ads/module.ts';
import { createAlertsModule } from './alerts/module.ts';
import { createBillingModule } from './billing/module.ts';
import { createContactModule } from './contact/module.ts';
import { limitCostlyRoutes } from './costly-routes.ts';
import { createLearningModule } from './learning/module.ts';
import { createMarketModule, type MarketModule, type RateRefresher } from './market/module.ts';
import { createNewsModule, type NewsModule } from './news/module.ts';
import { createPagesModule } from './pages/module.ts';
import { createBackupJob } from './platform/backups/backup-job.ts';
import { createDatabaseHealth, type DatabaseHealth } from './platform/database/database-health.ts';
import { createDegraded } from './platform/degraded.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import type { HttpTimeouts } from './platform/http/connections/http-server.ts';
import { registerHealthRoutes } from './platform/http/health-routes.ts';
import { createHttpApp } from './platform/http/http-app.ts';
import { createIdempotencyStore } from './platform/http/idempotency/idempotency-store.ts';
import { keyLifeMs, maxKeysPerUser, repeatAnswers } from './platform/http/idempotency/repeat-answers.ts';
import { limitCalls } from './platform/http/load/call-limits.ts';
import { createDrain, type Drain } from './platform/http/load/drain.ts';
import { type LoadLimits, type Priority, shedLoad } from './platform/http/load/load-shedder.ts';
import { warnOfProxy } from './platform/http/proxy-warning.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { recheckUsers } from './platform/http/user-gate.ts';
import { registerDeliveryMetrics } from './platform/jobs/delivery-metrics.ts';
import { createPeriodicJob } from './platform/jobs/periodic-job.ts';
import { deriveKey } from './platform/keys.ts';
import { createCallRateLimiter } from './platform/limits/call-rate-limiter.ts';
import { recordRequests, registerConnections, registerMetricsRoute } from './platform/log/metrics.ts';
import { createMailModule } from './platform/mail/module.ts';
import type { Job } from './platform/module.ts';
import { createSharedParts, type ProcessParts, type SharedParts } from './platform/shared-parts.ts';
import type { PersonalEvents } from './platform/streams/personal-events.ts';
import { createPortfolioModule } from './portfolio/module.ts';
import { createWatchlistModule } from './watchlist/module.ts';

/** Replacements for the parts that reach outside the process, for tests. */
export interface Replacements {
  readonly market?: MarketModule['service'];
  readonly news?: NewsModule['service'];
  readonly events?: PersonalEvents;
  readonly rates?: Pick<RateRefresher, 'held' | 'onChange'>;
}

export interface AppOptions extends ProcessParts {
  readonly config: Config;
  readonly timeouts?: HttpTimeouts;
  readonly loadLimits?: LoadLimits;
  readonly replacements?: Replacements;
}

export interface App {
  /** All routes, ready to listen. */
  readonly http: FastifyInstance;
  readonly drain: Drain;
  /** Whether a proxy checks the server's readiness. */
  readonly isWatched: () => boolean;
  /** Permanently releases this process's leases, so that other servers can take over immediately. */
  readonly handOver: () => Promise<void>;
  /** In start order. */
  readonly jobs: readonly Job[];
  /** Opens the local inbox; undefined if there is none. */
  readonly inboxKey: string | undefined;
}

/** The whole application. Nothing runs before its jobs start. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const parts = {
    ...createSharedParts({ ...options, isRateLimited: config.accounts.isRateLimited }),
    config,
  };
  const modules = createModules(parts, options.replacements);
  const { market, alerts, mail } = modules;
  registerDeliveryMetrics(parts.registry, { ...mail.queues, ...alerts.queues });
  const http = createHttpApp({
    logger: parts.logger,
    trustedProxies: config.trustedProxies,
    headers: securityHeaders({
      isHttps: config.publicUrl.startsWith('https:'),
    }),
    timeouts: options.timeouts,
  });
  recordRequests(http, parts.registry);
  registerConnections(http, parts.registry);
  warnOfProxy(http, config.trustedProxies);
  const drain = createDrain(http);
  if (config.shedsLoad) shedLoad(http, { priorityOf, limits: options.loadLimits });
  if (config.accounts.isRateLimited)
    limitCalls(http, createCallRateLimiter({ ...parts, name: 'calls', maxSubjects: maxCallers }));
  await registerApiDocs(http, { title: 'Altimeter', version: parts.version });
  registerMetricsRoute(http, { registry: parts.registry, token: config.metricsToken });
  // Without the database, the public part is served from memory.
  const probes = registerHealthRoutes(
    http,
    async () => !drain.hasBegun() && market.service.status().state !== 'starting',
  );
  const health = createDatabaseHealth(parts);
  limitCostlyRoutes(http, modules.accounts.access, config);
  const { gate, sessionGate } = modules.accounts.access;
  recheckUsers(http, { gates: [gate, sessionGate], clock: parts.clock });
  const idempotency = createIdempotency(http, parts, modules);
  const replacements = { ...options.replacements, onLeave: drain.onRefuse };
  await registerModules(http, { ...parts, health }, modules, replacements);
  const { inboxKey } = modules.mail;
  return {
    http,
    drain,
    isWatched: () => probes.isWatched(watchedMs),
    handOver: () => parts.lease.retire(parts.holder),
    jobs: [
      // A server that loses the database keeps its leases only if it was the only server.
      ...(parts.redis || config.databaseUrl ? [parts.servers] : []),
      ...(parts.presence ? [parts.presence] : []),
      ...listJobs(modules),
      idempotency,
      ...createBackups(parts),
      health,
    ],
    inboxKey,
  };
}

/** A proxy checks at least this often. */
const watchedMs: Milliseconds = 60_000;

const healthRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** Answered with prepared bytes or streams, so they cost next to nothing. */
const cheapRoutes: ReadonlySet<string> = new Set([
  '/api/global',
  '/api/cryptocurrencies',
  '/api/trending',
  '/api/status',
  '/api/stream',
  '/images/coins/:id',
]);

function priorityOf({ routeOptions }: FastifyRequest): Priority {
  const { url = '' } = routeOptions;
  if (healthRoutes.has(url)) return 'never';
  return cheapRoutes.has(url) ? 'last' : 'ordinary';
}

/** How many sessions and networks have their calls counted at a time: a few hundred bytes each. */
const maxCallers = 50_000;

type Modules = ReturnType<typeof createModules>;

/** All domains, ordered by dependency. */
function createModules(parts: SharedParts & { config: Config }, replacements: Replacements = {}) {
  const { config } = parts;
  const mail = createMailModule(parts);
  const market = createMarketModule({
    ...parts,
    service: replacements.market,
    heldRates: replacements.rates,
    listFollowedCoins: async () =>
      (await Promise.all([watchlist, portfolio, alerts].map(({ listCoinIds }) => listCoinIds()))).flat(),
  });
  const { findCoin, loadSnapshot, closes, rates, currencyHistory, getDirectory } = market;
  const shared = { ...parts, market: market.service, closes, rates, currencyHistory, getDirectory };
  const marketParts = { ...shared, findCoin, loadSnapshot, sessionIdleMs };
  const newsLimiter = config.accounts.isRateLimited
    ? createCallRateLimiter({ ...parts, name: 'news answers', maxSubjects: maxCallers })
    : undefined;
  const news = createNewsModule({ ...marketParts, service: replacements.news, limiter: newsLimiter });
  const learning = createLearningModule(parts);
  const contact = createContactModule(parts);
  const billing = createBillingModule(parts);
  const watchlist = createWatchlistModule(marketParts);
  const portfolio = createPortfolioModule(marketParts);
  const alerts = createAlertsModule(marketParts);
  const ads = createAdsModule(parts);
  const userData = [watchlist, portfolio, alerts, learning, billing, contact];
  const accounts = createAccountsModule({
    ...parts,
    userData,
    refuseApi: billing.refuseApi,
    isCurrency: rates.isCurrency,
  });
  const pages = createPagesModule({ ...marketParts, newsVersion: news.service.version, hasAds: ads.hasAds });
  return {
    mail,
    market,
    news,
    learning,
    contact,
    accounts,
    billing,
    watchlist,
    portfolio,
    alerts,
    ads,
    pages,
  };
}

/** Recording a long answer adds up all of its account, which may add 3,000 keys a minute. */
const idempotencySweepMs: Milliseconds = 5 * 60_000;

/** Returns stored responses to repeated requests; the job removes expired ones. */
function createIdempotency(http: FastifyInstance, parts: SharedParts, { accounts }: Modules): Job {
  const { database, secret, previousSecret, clock } = parts;
  const store = createIdempotencyStore(database);
  const keyOf = (one: string) => deriveKey(one, 'idempotency keys');
  const previous = previousSecret === undefined ? [] : [keyOf(previousSecret)];
  const { userOf } = accounts.access.gate;
  repeatAnswers(http, { store, keys: [keyOf(secret), ...previous], clock, userOf });
  return createPeriodicJob({
    ...parts,
    name: 'idempotency-sweep',
    everyMs: idempotencySweepMs,
    run: async () => {
      await store.removeOlder(clock.now() - keyLifeMs);
      await store.removeExcess(maxKeysPerUser);
    },
  });
}

/** The backup job, if configured. */
function createBackups(parts: SharedParts & { config: Config }): readonly Job[] {
  const { dataDir, databaseUrl, backups } = parts.config;
  if (!backups) return [];
  return [
    createBackupJob({ ...parts, dataDir, databaseUrl, environment: inheritedEnvironment(), plan: backups }),
  ];
}

async function registerModules(
  http: FastifyInstance,
  { redis, health }: SharedParts & { readonly health: DatabaseHealth },
  { market, pages, ...others }: Modules,
  { onLeave, ...replacements }: Replacements & { readonly onLeave: Drain['onRefuse'] },
): Promise<void> {
  const { accounts, billing, news, alerts } = others;
  market.registerRoutes(http, {
    ...accounts.access,
    allowHistory: billing.createHistoryGuard(accounts.access.requireUser),
    newsStatus: news.service.status,
    degraded: createDegraded({ redis: () => redis?.isDown() === true, database: health.isDown }),
    events: replacements.events ?? alerts.events,
    onLeave,
  });
  for (const module of Object.values(others)) await module.registerRoutes(http, accounts.access);
  // The pages answer every address that has no other route.
  await pages.registerRoutes(http, accounts.access);
}

/**
 * The market starts after the alerts, so that they miss no quote. The news starts last, because it looks for the
 * market's coins in articles.
 */
function listJobs({ market, news, ...others }: Modules): readonly Job[] {
  return [...Object.values(others), market, news].flatMap(({ jobs }) => jobs ?? []);
}
