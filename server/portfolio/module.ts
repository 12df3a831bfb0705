import type { FindCoin, MarketService } from '#server/market/service.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createMainPortfolio, mergePortfolios } from './account-store.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingStore } from './holdings/store.ts';
import { createPortfolioStore } from './portfolio-store.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { registerPerformanceRoutes } from './valuation/routes.ts';
import { createPerformanceService } from './valuation/service.ts';

/** Portfolios, their holdings, what they are worth and how that came about. */
export function createPortfolioModule(
  deps: Pick<SharedParts, 'database' | 'clock'> & {
    readonly market: MarketService;
    readonly findCoin: FindCoin;
  },
): Module {
  const { database, market, clock } = deps;
  const portfolio = createPortfolioService({
    ...deps,
    portfolios: createPortfolioStore(database),
    holdings: createHoldingStore(database),
  });
  const performance = createPerformanceService({ listHoldings: portfolio.listHoldings, market, clock });
  const analytics = createAnalyticsService({ performance, market });
  return {
    onAccountCreated: [createMainPortfolio(clock)],
    mergers: [mergePortfolios],
    exporters: { portfolios: portfolio.listEverything },
    registerRoutes(app, { gate }) {
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { portfolio, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}
