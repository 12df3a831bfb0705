import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { createAccountsModule, sessionIdleMs } from './accounts/module.ts';
import { createAdsModule } from './ads/module.ts';
import { createAlertsModule } from './alerts/module.ts';
import { createBillingModule } from './billing/module.ts';
import { createContactModule } from './contact/module.ts';
import { createLearningModule } from './learning/module.ts';
import { createMarketModule, type MarketModule } from './market/module.ts';
import { createNewsModule, type NewsModule } from './news/module.ts';
import { createPagesModule } from './pages/module.ts';
import { pingDatabase } from './platform/database/database.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { registerHealthRoutes } from './platform/http/health-routes.ts';
import { createHttpApp, type HttpTimeouts } from './platform/http/http-app.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { registerDeliveryMetrics } from './platform/jobs/delivery-metrics.ts';
import { recordRequests, registerMetricsRoute } from './platform/log/metrics.ts';
import { createMailModule } from './platform/mail/module.ts';
import type { Job } from './platform/module.ts';
import { createSharedParts, type ProcessParts, type SharedParts } from './platform/shared-parts.ts';
import type { PersonalEvents } from './platform/streams/personal-events.ts';
import { createPortfolioModule } from './portfolio/module.ts';
import { createWatchlistModule } from './watchlist/module.ts';

/** Stand-ins for the parts that reach outside the process, for tests. */
export interface Replacements {
  readonly market?: MarketModule['service'];
  readonly news?: NewsModule['service'];
  readonly events?: PersonalEvents;
}

export interface AppOptions extends ProcessParts {
  readonly config: Config;
  readonly timeouts?: HttpTimeouts;
  readonly replacements?: Replacements;
}

export interface App {
  /** All routes, ready to listen. */
  readonly http: FastifyInstance;
  /** In the order in which they start. */
  readonly jobs: readonly Job[];
  /** Opens the local inbox; undefined where there is none. */
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
      scriptHashes: modules.pages.scriptHashes,
      isHttps: config.publicUrl.startsWith('https:'),
    }),
    timeouts: options.timeouts,
  });
  recordRequests(http, parts.registry);
  await registerApiDocs(http, { title: 'Altimeter', version: parts.version });
  registerMetricsRoute(http, parts.registry);
  registerHealthRoutes(http, async () => {
    await pingDatabase(parts.database);
    return market.service.status().state !== 'starting';
  });
  await registerModules(http, modules, options.replacements);
  return { http, jobs: listJobs(modules), inboxKey: mail.inboxKey };
}

type Modules = ReturnType<typeof createModules>;

function createModules(parts: SharedParts & { config: Config }, replacements: Replacements = {}) {
  const mail = createMailModule(parts);
  const market = createMarketModule({ ...parts, service: replacements.market });
  const { findCoin, loadSnapshot } = market;
  const shared = { ...parts, market: market.service, findCoin, loadSnapshot, sessionIdleMs };
  const news = createNewsModule({ ...shared, service: replacements.news });
  const learning = createLearningModule(parts);
  const contact = createContactModule(parts);
  const billing = createBillingModule(parts);
  const watchlist = createWatchlistModule(shared);
  const portfolio = createPortfolioModule(shared);
  const alerts = createAlertsModule(shared);
  const ads = createAdsModule(parts);
  const userData = [watchlist, portfolio, alerts, learning, billing, contact];
  const accounts = createAccountsModule({ ...parts, userData, refuseApi: billing.refuseApi });
  const pages = createPagesModule({ ...shared, newsVersion: news.service.version, hasAds: ads.hasAds });
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

async function registerModules(
  http: FastifyInstance,
  { market, pages, ...others }: Modules,
  replacements: Replacements = {},
): Promise<void> {
  const { accounts, billing, news, alerts } = others;
  market.registerRoutes(http, {
    ...accounts.access,
    allowHistory: billing.createHistoryGuard(accounts.access.requireUser),
    newsStatus: news.service.status,
    events: replacements.events ?? alerts.events,
  });
  for (const module of Object.values(others)) await module.registerRoutes(http, accounts.access);
  // The pages answer every address that no other route does.
  await pages.registerRoutes(http, accounts.access);
}

/** The market starts after the alerts, so that they miss no quote; the news last, to find its coins in articles. */
function listJobs({ market, news, ...others }: Modules): readonly Job[] {
  return [...Object.values(others), market, news].flatMap(({ jobs }) => jobs ?? []);
}
