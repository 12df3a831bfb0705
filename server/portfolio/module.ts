import type { FindCoin, MarketService } from '#server/market/service.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { createReadCoinFigures } from './holdings/coin-figures.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingService } from './holdings/service.ts';
import { createLedgerSource } from './ledger/transactions/ledger-source-store.ts';
import { registerTransactionRoutes } from './ledger/transactions/routes.ts';
import { createTransactionService } from './ledger/transactions/service.ts';
import { createTransactionStore } from './ledger/transactions/store.ts';
import { createSweepStore, sweepEveryMs } from './ledger/transactions/sweep-store.ts';
import { createTransactionWriteService, restorableMs } from './ledger/transactions/write-service.ts';
import { registerWalletRoutes } from './ledger/wallets/routes.ts';
import { createWalletService } from './ledger/wallets/service.ts';
import { createWalletStore } from './ledger/wallets/store.ts';
import { mergePortfolios } from './merge-store.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { createPortfolioStore } from './store.ts';
import { registerPerformanceRoutes } from './valuation/routes.ts';
import { createPerformanceService } from './valuation/service.ts';

type PortfolioDeps = Pick<SharedParts, 'database' | 'clock' | 'lease' | 'holder' | 'logger'> & {
  readonly market: MarketService;
  readonly findCoin: FindCoin;
};

/** Portfolios, their ledgers, values and analytics. */
export function createPortfolioModule(deps: PortfolioDeps): Module {
  const { market, clock } = deps;
  const ledger = createLedger(deps);
  const { parts, holdings } = ledger;
  const { listHoldings, listPositions } = holdings;
  const portfolio = createPortfolioService({ ...parts, listHoldings });
  const performance = createPerformanceService({
    listPositions,
    readChanges: ledger.source.readChanges,
    market,
    clock,
  });
  const analytics = createAnalyticsService({ performance, market });
  return {
    onAccountCreated: [portfolio.addMainPortfolio],
    mergers: [mergePortfolios],
    exporters: { portfolios: portfolio.listEverything },
    jobs: [ledger.sweep],
    registerRoutes(app, { gate }) {
      registerPortfolioRoutes(app, { portfolio, gate });
      registerTransactionRoutes(app, { ...ledger, gate });
      registerWalletRoutes(app, { wallets: ledger.wallets, gate });
      registerHoldingRoutes(app, { holdings, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}

/** Transactions, wallets and settings, and the older calls on them. */
function createLedger(deps: PortfolioDeps) {
  const { database: db, clock } = deps;
  const parts = {
    ...deps,
    db,
    portfolios: createPortfolioStore(db),
    transactions: createTransactionStore(db),
    wallets: createWalletStore(db),
    createId: createUuidV7(clock),
  };
  const source = createLedgerSource(db);
  const sweeping = createSweepStore(db);
  return {
    parts,
    source,
    transactions: createTransactionService(parts),
    writes: createTransactionWriteService(parts),
    wallets: createWalletService(parts),
    holdings: createHoldingService({
      ...parts,
      readFigures: createReadCoinFigures({ source, transactions: parts.transactions }),
      readRates: async (wanted) => wanted.map(() => null),
    }),
    sweep: createPeriodicJob({
      ...deps,
      name: 'transaction-sweep',
      everyMs: sweepEveryMs,
      run: () => sweeping.removeDeleted(clock.now() - restorableMs),
    }),
  };
}
