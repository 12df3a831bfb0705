import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import { registerStreamRoutes } from '#server/market/stream/routes.ts';
import { type Database, pingDatabase } from '#server/platform/database/database.ts';
import { registerApiDocs } from '#server/platform/http/api-docs.ts';
import { registerHealthRoutes } from '#server/platform/http/health-routes.ts';
import { createHttpApp, type HttpTimeouts } from '#server/platform/http/http-app.ts';
import { securityHeaders } from '#server/platform/http/security-headers.ts';
import { recordRequests, registerMetricsRoute } from '#server/platform/log/metrics.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { readAds } from './ads/read-ads.ts';
import { registerAdRoutes } from './ads/routes.ts';
import { createHistoryGuard } from './billing/history-guard.ts';
import { refuseFeature } from './billing/service.ts';
import { createAccounts } from './create-accounts.ts';
import { createAlerts } from './create-alerts.ts';
import { createBilling } from './create-billing.ts';
import { createContact } from './create-contact.ts';
import { createHoldings } from './create-holdings.ts';
import { createLearning } from './create-learning.ts';
import { createLogoAddresses } from './market/images/logo-addresses.ts';
import { registerImageRoutes } from './market/images/routes.ts';
import { registerMarketRoutes } from './market/routes.ts';
import type { MarketService } from './market/service.ts';
import { registerNewsRoutes } from './news/routes.ts';
import type { NewsService } from './news/service.ts';
import { registerPageRoutes } from './pages/routes.ts';
import { scriptHashes } from './pages/theme-script.ts';
import { type Clock, systemClock } from './platform/clock.ts';

export interface AppDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly market: MarketService;
  readonly news: NewsService;
  readonly registry: Registry;
  readonly version: string;
  /** The origin in links; a function, because with `PORT=0` it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** What the keys of this installation come from. */
  readonly secret: string;
  /** What happens to single users; nothing where absent. */
  readonly personalEvents?: PersonalEvents;
  /** The system's where absent. */
  readonly clock?: Clock;
  /** The defaults where absent. */
  readonly timeouts?: HttpTimeouts;
}

const noEvents: PersonalEvents = {
  position: () => '0',
  latest: async () => '0',
  subscribe: () => () => undefined,
  since: async () => [],
};

/** The whole application, ready to listen. Read top to bottom, it is the list of what there is. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, logger, database, market, news, registry, version, publicUrl, clock = systemClock } = deps;
  const app = createHttpApp({
    logger,
    trustedProxies: config.trustedProxies,
    headers: securityHeaders({ scriptHashes, isHttps: config.publicUrl.startsWith('https:') }),
    timeouts: deps.timeouts,
  });
  recordRequests(app, registry);
  await registerApiDocs(app, { title: 'Altimeter', version });

  registerHealthRoutes(app, async () => {
    await pingDatabase(database);
    return market.status().state !== 'starting';
  });
  registerMetricsRoute(app, registry);
  const holdings = createHoldings({ database, market, clock });
  const alerts = createAlerts({ ...deps, clock });
  const learning = createLearning({ database, clock });
  const billing = createBilling({ ...deps, clock });
  const accounts = createAccounts({
    ...deps,
    clock,
    refuseApi: (tier) => refuseFeature(tier, 'apiAccess'),
    onAccountCreated: holdings.onAccountCreated,
    mergers: [...holdings.mergers, ...alerts.mergers, learning.merge],
  });
  const logos = createLogoAddresses(market);
  const allowHistory = createHistoryGuard(accounts.requireUser);
  registerMarketRoutes(app, {
    market,
    publicUrl,
    version,
    newsStatus: news.status,
    logos,
    allowHistory,
  });
  registerStreamRoutes(app, {
    market,
    registry,
    requireUser: accounts.requireSession,
    personal: {
      events: deps.personalEvents ?? noEvents,
      findLiveSessions: accounts.findLiveSessions,
    },
  });
  registerImageRoutes(app, {
    addresses: logos,
    dataDir: config.dataDir,
    providerUrl: config.market.coingecko.baseUrl,
  });
  registerNewsRoutes(app, { news, publicUrl });
  const ads = readAds(config.ads);
  registerAdRoutes(app, ads);
  const contact = createContact({ ...deps, clock });
  accounts.registerRoutes(app, {
    ...holdings.exporters,
    ...alerts.exporters,
    ...learning.exporters,
    ...billing.exporters,
    ...contact.exporters,
  });
  holdings.registerRoutes(app, accounts.gate);
  alerts.registerRoutes(app, accounts.gate, accounts.sessionGate);
  learning.registerRoutes(app, accounts.sessionGate);
  await billing.registerRoutes(app, accounts.sessionGate);
  contact.registerRoutes(app);
  await registerPageRoutes(app, {
    market,
    newsVersion: news.version,
    publicUrl,
    supportEmail: config.mail.supportEmail,
    hasLocalInbox: config.mail.smtpUrl === undefined,
    hasAds: ads.length > 0,
    isDevelopment: config.isDevelopment,
  });
  return app;
}
