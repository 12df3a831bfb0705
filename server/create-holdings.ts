import type { FastifyInstance } from 'fastify';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { registerAnalyticsRoutes } from '#server/portfolio/analytics/routes.ts';
import { createAnalyticsService } from '#server/portfolio/analytics/service.ts';
import { registerHoldingRoutes } from '#server/portfolio/holdings/routes.ts';
import { createHoldingStore } from '#server/portfolio/holdings/store.ts';
import { registerPerformanceRoutes } from '#server/portfolio/valuation/routes.ts';
import { createPerformanceService } from '#server/portfolio/valuation/service.ts';
import type { MarketService } from './market/service.ts';
import type { Clock } from './platform/clock.ts';
import { createMainPortfolio, mergePortfolios } from './portfolio/account-store.ts';
import { createPortfolioStore } from './portfolio/portfolio-store.ts';
import { registerPortfolioRoutes } from './portfolio/routes.ts';
import { createPortfolioService } from './portfolio/service.ts';
import { mergeWatchlists } from './watchlist/merge-store.ts';
import { registerWatchlistRoutes } from './watchlist/routes.ts';
import { createWatchlistService } from './watchlist/service.ts';
import { createWatchlistStore } from './watchlist/store.ts';

/** What users keep, composed over the database: watchlists and portfolios. */
export function createHoldings(deps: { database: Database; market: MarketService; clock: Clock }) {
  const { database, market, clock } = deps;
  const findCoin = createFindCoin(market);
  const watchlist = createWatchlistService({ store: createWatchlistStore(database), findCoin, clock });
  const portfolios = createPortfolioStore(database);
  const holdings = createHoldingStore(database);
  const portfolio = createPortfolioService({ portfolios, holdings, findCoin, clock });
  const performance = createPerformanceService({ listHoldings: portfolio.listHoldings, market, clock });
  const analytics = createAnalyticsService({ performance, market });
  return {
    /** What a new account has from the start. */
    onAccountCreated: [createMainPortfolio(clock)],
    /** Move all of one user's into another's. */
    mergers: [mergeWatchlists, mergePortfolios],
    /** All that is kept of a user, by the name it has in an export. */
    exporters: { watchlist: watchlist.listItems, portfolios: portfolio.listEverything },
    registerRoutes(app: FastifyInstance, gate: UserGate): void {
      registerWatchlistRoutes(app, { watchlist, gate });
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { portfolio, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}
