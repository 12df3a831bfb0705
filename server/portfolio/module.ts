import type { CloseService } from '#server/market/closes/service.ts';
import type { CoinDirectory } from '#server/market/directory/coin-directory.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { createReadCoinFigures } from './holdings/coin-figures.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingService } from './holdings/service.ts';
import { createImports } from './imports/module.ts';
import { createInlineCalculator } from './ledger/calculator/inline-calculator.ts';
import type { LedgerSource } from './ledger/calculator/ledger-source.ts';
import type { PastValues } from './ledger/calculator/past-values.ts';
import { createSizedCalculator } from './ledger/calculator/sized-calculator.ts';
import { createThreadCalculator } from './ledger/calculator/thread/thread-calculator.ts';
import { createReadCoinPrices } from './ledger/figures/coin-prices.ts';
import { registerFigureRoutes } from './ledger/figures/routes.ts';
import { createFigureService } from './ledger/figures/service.ts';
import { registerProofRoutes } from './ledger/proof/routes.ts';
import { createProofService } from './ledger/proof/service.ts';
import { createShownPrices } from './ledger/proof/shown-prices.ts';
import { registerReturnsRoutes } from './ledger/returns/routes.ts';
import { createReturnsService } from './ledger/returns/service.ts';
import { createLedgerSource } from './ledger/transactions/ledger-source-store.ts';
import { registerTransactionRoutes } from './ledger/transactions/routes.ts';
import { createTransactionService } from './ledger/transactions/service.ts';
import { createTransactionStore, type TransactionStore } from './ledger/transactions/store.ts';
import { createSweepStore, sweepEveryMs } from './ledger/transactions/sweep-store.ts';
import { createTransactionWriteService, restorableMs } from './ledger/transactions/write-service.ts';
import { registerWalletRoutes } from './ledger/wallets/routes.ts';
import { createWalletService } from './ledger/wallets/service.ts';
import { createWalletStore } from './ledger/wallets/store.ts';
import { mergePortfolios } from './merge-store.ts';
import { addPortfolios, hasNoPortfolios } from './portable/add-portfolios.ts';
import { readPortfolios } from './portable/read-portfolios.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { createPortfolioStore, type PortfolioStore } from './store.ts';
import { createPrices } from './valuation/prices.ts';
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
  const imports = createImports(parts);
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
    portable: {
      portfolios: {
        read: (userId) => readPortfolios(parts.db, userId),
        isEmpty: hasNoPortfolios,
        add: (tx, owner, data) => addPortfolios(tx, owner, data, parts.createId),
      },
    },
    exporters: { portfolios: portfolio.listEverything },
    jobs: [...ledger.jobs, ...imports.jobs],
    registerRoutes(app, access) {
      const { gate } = access;
      ledger.registerRoutes(app, access);
      imports.registerRoutes(app, access);
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { holdings, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}

type LedgerDeps = Pick<SharedParts, 'database' | 'clock' | 'lease' | 'holder' | 'logger'> & {
  readonly closes: CloseService;
  readonly rates: RateService;
  readonly market: MarketService;
  readonly findCoin: FindCoin;
  readonly getDirectory: () => CoinDirectory;
  readonly portfolios: PortfolioStore;
};

/** Dated transactions of portfolios, and all that follows from them. */
function createLedgerParts(deps: LedgerDeps) {
  const { database: db, clock } = deps;
  const parts = {
    ...deps,
    db,
    transactions: createTransactionStore(db),
    wallets: createWalletStore(db),
    createId: createUuidV7(clock),
  };
  const source = createLedgerSource(db);
  const past: PastValues = { readCloses: deps.closes.readCloses, readRates: deps.rates.readRates };
  const writes = createTransactionWriteService(parts);
  const transactions = createTransactionService(parts);
  const wallets = createWalletService(parts);
  const derived = createFigures(deps, { source, past, writes, transactions: parts.transactions });
  const sweeping = createSweepStore(db);
  const sweep = createPeriodicJob({
    ...deps,
    name: 'transaction-sweep',
    everyMs: sweepEveryMs,
    run: () => sweeping.removeDeleted(clock.now() - restorableMs),
  });
  const registerRoutes: Module['registerRoutes'] = (app, { gate }) => {
    registerTransactionRoutes(app, { transactions, writes, gate });
    registerWalletRoutes(app, { wallets, gate });
    registerFigureRoutes(app, { figures: derived.figures, gate });
    registerReturnsRoutes(app, { returns: derived.returns, gate });
    registerProofRoutes(app, { proofs: derived.proofs, gate });
  };
  const thread: Job = { start() {}, stop: derived.stop };
  return { parts, source, past, jobs: [sweep, thread], registerRoutes };
}

function createFigures(
  { market, clock, closes }: LedgerDeps,
  parts: {
    readonly source: LedgerSource;
    readonly past: PastValues;
    readonly writes: ReturnType<typeof createTransactionWriteService>;
    readonly transactions: Pick<TransactionStore, 'findCoinName' | 'count'>;
  },
) {
  const { source, past, writes, transactions } = parts;
  const getPrices = createPrices(market, clock);
  const shown = createShownPrices(clock);
  const readPrices = createReadCoinPrices({ getPrices, past, clock });
  const thread = createThreadCalculator({ source, past });
  const calculator = createSizedCalculator({
    small: createInlineCalculator({ source, past, now: clock.now }),
    large: thread,
    countEntries: (portfolioId) => transactions.count(portfolioId, {}),
  });
  const figures = createFigureService({
    source,
    calculator,
    readPrices,
    async readNames(portfolioId, coinIds) {
      const names = await Promise.all(coinIds.map((id) => transactions.findCoinName(portfolioId, id)));
      return new Map(names.flatMap((name) => (name ? [[name.coinId, name] as const] : [])));
    },
    readEntry: writes.readEntry,
    noteShown: shown.note,
    clock,
  });
  return {
    figures,
    stop: thread.stop,
    returns: createReturnsService({ closes, readRates: past.readRates, source, clock }),
    proofs: createProofService({
      source,
      past,
      readPrices,
      shown,
      priceSource: () => market.status().source,
      clock,
    }),
  };
}
