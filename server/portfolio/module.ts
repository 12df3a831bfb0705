import type { Module } from '#server/platform/module.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { createReadCoinFigures } from './holdings/coin-figures.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingService } from './holdings/service.ts';
import { createLedgerParts, type LedgerDeps } from './ledger/ledger-parts.ts';
import { mergePortfolios } from './merge-store.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { createPortfolioStore } from './store.ts';
import { registerPerformanceRoutes } from './valuation/routes.ts';
import { createPerformanceService } from './valuation/service.ts';

type PortfolioDeps = Omit<LedgerDeps, 'portfolios'>;

/** Portfolios, their ledgers, values and analytics. */
export function createPortfolioModule(deps: PortfolioDeps): Module {
  const { market, clock } = deps;
  const portfolios = createPortfolioStore(deps.database);
  const ledger = createLedgerParts({ ...deps, portfolios });
  const { parts, source } = ledger;
  const holdings = createHoldingService({
    ...parts,
    readFigures: createReadCoinFigures({ source, transactions: parts.transactions }),
    readRates: ledger.past.readRates,
  });
  const { listHoldings, listPositions } = holdings;
  const portfolio = createPortfolioService({ ...parts, listHoldings });
  const performance = createPerformanceService({
    listPositions,
    readChanges: source.readChanges,
    market,
    clock,
  });
  const analytics = createAnalyticsService({ performance, market });
  return {
    onAccountCreated: [portfolio.addMainPortfolio],
    mergers: [mergePortfolios],
    exporters: { portfolios: portfolio.listEverything },
    jobs: ledger.jobs,
    registerRoutes(app, access) {
      const { gate } = access;
      ledger.registerRoutes(app, access);
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { holdings, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}
