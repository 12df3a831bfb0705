import type { FastifyInstance } from 'fastify';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { registerAnalyticsRoutes } from '#server/portfolio/analytics/routes.ts';
import { createAnalyticsService } from '#server/portfolio/analytics/service.ts';
import { registerHoldingRoutes } from '#server/portfolio/holdings/routes.ts';
import { createHoldingService } from '#server/portfolio/holdings/service.ts';
import { createHoldingStore } from '#server/portfolio/holdings/store.ts';
import { mergePortfolios } from '#server/portfolio/merge-store.ts';
import { registerPerformanceRoutes } from '#server/portfolio/valuation/routes.ts';
import { createPerformanceService } from '#server/portfolio/valuation/service.ts';
import type { MarketService } from './market/service.ts';
import type { Clock } from './platform/clock.ts';
import { registerPortfolioRoutes } from './portfolio/routes.ts';
import { createPortfolioService } from './portfolio/service.ts';
import { createPortfolioStore } from './portfolio/store.ts';
import { mergeWatchlists } from './watchlist/merge-store.ts';
import { registerWatchlistRoutes } from './watchlist/routes.ts';
import { createWatchlistService } from './watchlist/service.ts';
import { createWatchlistStore } from './watchlist/store.ts';

/** What users keep, composed over the database: watchlists and portfolios. */
export function createHoldings(deps: { database: Database; market: MarketService; clock: Clock }) {
  const { database, market, clock } = deps;
  const findCoin = createFindCoin(market);
  const db = database;
  const watchlist = createWatchlistService({ db, store: createWatchlistStore(db), findCoin, clock });
  const portfolios = createPortfolioStore(db);
  const holdings = createHoldingStore(db);
  const portfolio = createPortfolioService({ db, portfolios, holdings, clock });
  const holding = createHoldingService({ db, portfolios, holdings, findCoin, clock });
  const performance = createPerformanceService({ listHoldings: holding.listHoldings, market, clock });
  const analytics = createAnalyticsService({ performance, market });
  return {
    /** What a new account has from the start. */
    onAccountCreated: [portfolio.addMainPortfolio],
    /** Move all of one user's into another's. */
    mergers: [mergeWatchlists, mergePortfolios],
    /** All that is kept of a user, by the name it has in an export. */
    exporters: { watchlist: watchlist.listItems, portfolios: portfolio.listEverything },
    registerRoutes(app: FastifyInstance, gate: UserGate): void {
      registerWatchlistRoutes(app, { watchlist, gate });
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { holdings: holding, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}
