import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createHistoryGuard } from './billing/history-guard.ts';
import { registerPlanRoutes } from './billing/routes.ts';
import type { Config } from './config.ts';
import { createAccounts } from './create-accounts.ts';
import { createFindCoin } from './market/find-coin.ts';
import { createLogoAddresses } from './market/images/logo-addresses.ts';
import { registerImageRoutes } from './market/images/routes.ts';
import { registerMarketRoutes } from './market/routes.ts';
import type { MarketService } from './market/service.ts';
import { registerStreamRoutes } from './market/stream.ts';
import { registerPageRoutes } from './pages/routes.ts';
import { scriptHashes } from './pages/theme-script.ts';
import { registerApiDocs } from './platform/api-docs.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Database, pingDatabase } from './platform/database.ts';
import { registerHealthRoutes } from './platform/health-routes.ts';
import { createHttpApp, type HttpTimeouts } from './platform/http-app.ts';
import { recordRequests, registerMetricsRoute } from './platform/metrics.ts';
import { securityHeaders } from './platform/security-headers.ts';
import type { UserGate } from './platform/user-gate.ts';
import { createMainPortfolio, mergePortfolios } from './portfolio/account-store.ts';
import { registerHoldingRoutes } from './portfolio/holding-routes.ts';
import { createHoldingStore } from './portfolio/holding-store.ts';
import { registerPerformanceRoutes } from './portfolio/performance-routes.ts';
import { createPerformanceService } from './portfolio/performance-service.ts';
import { createPortfolioStore } from './portfolio/portfolio-store.ts';
import { registerPortfolioRoutes } from './portfolio/routes.ts';
import { createPortfolioService } from './portfolio/service.ts';
import { mergeWatchlists } from './watchlist/merge-store.ts';
import { registerWatchlistRoutes } from './watchlist/routes.ts';
import { createWatchlistService } from './watchlist/service.ts';
import { createWatchlistStore } from './watchlist/store.ts';

export interface AppDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly market: MarketService;
  readonly registry: Registry;
  readonly version: string;
  /** The origin in links; a function, because with `PORT=0` it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** What the keys of this installation come from. */
  readonly secret: string;
  /** The system's where absent. */
  readonly clock?: Clock;
  /** The defaults where absent. */
  readonly timeouts?: HttpTimeouts;
}

/** The whole application, ready to listen. Read top to bottom, it is the list of what there is. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, logger, database, market, registry, version, publicUrl, clock = systemClock } = deps;
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
  const accounts = createAccounts({
    ...deps,
    clock,
    onAccountCreated: [createMainPortfolio(clock)],
    mergers: [mergeWatchlists, mergePortfolios],
  });
  const logos = createLogoAddresses(market);
  const allowHistory = createHistoryGuard(accounts.requireUser);
  registerMarketRoutes(app, { market, publicUrl, version, logos, allowHistory });
  registerStreamRoutes(app, { market });
  registerImageRoutes(app, {
    addresses: logos,
    dataDir: config.dataDir,
    providerUrl: config.market.coingecko.baseUrl,
  });
  registerPlanRoutes(app);
  const exporters = registerBelongings(app, { database, market, gate: accounts.gate, clock });
  accounts.registerRoutes(app, exporters);
  await registerPageRoutes(app, {
    market,
    publicUrl,
    hasLocalInbox: config.mail.smtpUrl === undefined,
    isDevelopment: config.isDevelopment,
  });
  return app;
}

/** What people keep here: watchlist and portfolios. Gives how each of it is exported. */
function registerBelongings(
  app: FastifyInstance,
  deps: { database: Database; market: MarketService; gate: UserGate; clock: Clock },
) {
  const { database, market, gate, clock } = deps;
  const findCoin = createFindCoin(market);
  const watchlist = createWatchlistService({ store: createWatchlistStore(database), findCoin, clock });
  registerWatchlistRoutes(app, { watchlist, gate });

  const portfolio = createPortfolioService({
    portfolios: createPortfolioStore(database),
    holdings: createHoldingStore(database),
    findCoin,
    clock,
  });
  registerPortfolioRoutes(app, { portfolio, gate });
  registerHoldingRoutes(app, { portfolio, gate });
  const performance = createPerformanceService({ listHoldings: portfolio.listHoldings, market, clock });
  registerPerformanceRoutes(app, { performance, gate });
  return { watchlist: watchlist.listItems, portfolios: portfolio.listEverything };
}
