import type { FindCoin, MarketService } from '#server/market/service.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingService } from './holdings/service.ts';
import { createHoldingStore } from './holdings/store.ts';
import { mergePortfolios } from './merge-store.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { createPortfolioStore } from './store.ts';
import { registerPerformanceRoutes } from './valuation/routes.ts';
import { createPerformanceService } from './valuation/service.ts';

/** Portfolios, their holdings, values and analytics. */
export function createPortfolioModule(
  deps: Pick<SharedParts, 'database' | 'clock'> & {
    readonly market: MarketService;
    readonly findCoin: FindCoin;
  },
): Module {
  const { database: db, market, findCoin, clock } = deps;
  const portfolios = createPortfolioStore(db);
  const holdingStore = createHoldingStore(db);
  const portfolio = createPortfolioService({ db, portfolios, holdings: holdingStore, clock });
  const holdings = createHoldingService({ db, portfolios, holdings: holdingStore, findCoin, clock });
  const performance = createPerformanceService({ listHoldings: holdings.listHoldings, market, clock });
  const analytics = createAnalyticsService({ performance, market });
  return {
    onAccountCreated: [portfolio.addMainPortfolio],
    mergers: [mergePortfolios],
    exporters: { portfolios: portfolio.listEverything },
    registerRoutes(app, { gate }) {
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { holdings, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}
