import type { CoinId } from '#contract/units.ts';
import type { CloseService } from '#server/market/closes/service.ts';
import type { CoinDirectory } from '#server/market/directory/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { type Database, findWriteLock } from '#server/platform/database/database.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import { rowsOf } from '#server/platform/database/rows-of.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { listHeldCoins } from './held-coins-store.ts';
import { createReadHoldingFigures } from './holdings/holding-figures.ts';
import { registerHoldingRoutes } from './holdings/routes.ts';
import { createHoldingService } from './holdings/service.ts';
import { createImports } from './imports/create-imports.ts';
import { createListGaps } from './imports/gap-service.ts';
import { registerImportRoutes } from './imports/routes.ts';
import { createImportStore } from './imports/store.ts';
import { type CheckCurrency, createCheckCurrency } from './ledger/calculator/check-currency.ts';
import { createInlineCalculator } from './ledger/calculator/inline-calculator.ts';
import type { LedgerCalculator } from './ledger/calculator/ledger-query.ts';
import type { LedgerSource } from './ledger/calculator/ledger-source.ts';
import type { PastValues } from './ledger/calculator/past-values.ts';
import { createReadPastRates } from './ledger/calculator/read-past-rates.ts';
import {
  createSizedCalculator,
  maxSmallLots,
  maxSmallMoves,
  minLargeLedger,
} from './ledger/calculator/sized-calculator.ts';
import {
  createThreadCalculator,
  type ThreadCalculator,
  type ThreadSource,
} from './ledger/calculator/thread/thread-calculator.ts';
import { createReadCoinNames } from './ledger/figures/coin-names.ts';
import { createReadCoinPrices } from './ledger/figures/coin-prices.ts';
import { registerFigureRoutes } from './ledger/figures/routes.ts';
import { createFigureService } from './ledger/figures/service.ts';
import { warmUpFigures } from './ledger/figures/warm-up-figures.ts';
import { createProofThread } from './ledger/proof/proof-thread.ts';
import { registerProofRoutes } from './ledger/proof/routes.ts';
import { createProofService, type ProveByRules, type ProveLine } from './ledger/proof/service.ts';
import { createSharedShownPrices } from './ledger/proof/shared-shown-prices.ts';
import { createShownPrices } from './ledger/proof/shown-prices.ts';
import { registerReturnsRoutes } from './ledger/returns/routes.ts';
import { createReturnsService } from './ledger/returns/service.ts';
import { createLedgerSource, hasLargeLedger } from './ledger/transactions/ledger-source-store.ts';
import { registerTransactionRoutes } from './ledger/transactions/routes.ts';
import { createTransactionService, listAll } from './ledger/transactions/service.ts';
import { createTransactionStore, type TransactionStore } from './ledger/transactions/store.ts';
import { createSweepStore, sweepEveryMs } from './ledger/transactions/sweep-store.ts';
import { createTransactionWriteService, restorableMs } from './ledger/transactions/write-service.ts';
import { registerWalletRoutes } from './ledger/wallets/routes.ts';
import { createWalletService } from './ledger/wallets/service.ts';
import { createWalletStore } from './ledger/wallets/store.ts';
import { findCountObstacle } from './merge-counts-service.ts';
import { findLedgerObstacle } from './merge-obstacle-store.ts';
import { mergePortfolios } from './merge-service.ts';
import { addPortfolios, hasOnlyEmptyPortfolio } from './portable/add-service.ts';
import { createPortableCoinAnswers } from './portable/coin-answers-store.ts';
import type { PortablePortfolio } from './portable/portable-schema.ts';
import { readSettledPortfolios } from './portable/read-service.ts';
import { registerPortfolioRoutes } from './routes.ts';
import { createPortfolioService } from './service.ts';
import { createPortfolioStore, type PortfolioStore } from './store.ts';
import { createReportThread } from './tax/calculator/report-thread.ts';
import { createLineProver } from './tax/filing/prove-line.ts';
import { registerFilingRoutes } from './tax/filing/routes.ts';
import { createFiledReportService } from './tax/filing/service.ts';
import { createFiledReportStore, mergeFiledReports } from './tax/filing/store.ts';
import { createPdfRenderer } from './tax/pdf/pdf-renderer.ts';
import { createLineProofMaker } from './tax/proof/line-proof-maker.ts';
import { createRulesProver } from './tax/proof/rules-prover.ts';
import { registerTaxRoutes } from './tax/routes.ts';
import { createTaxParts } from './tax/tax-parts.ts';
import { createHoldingPrices } from './valuation/holding-prices.ts';
import { registerPerformanceRoutes } from './valuation/routes.ts';
import { createPerformanceService } from './valuation/service.ts';

type PortfolioDeps = Omit<LedgerDeps, 'portfolios'>;

export interface PortfolioModule extends Module {
  /** Every coin held now or in the past by any user. */
  readonly listCoinIds: () => Promise<readonly CoinId[]>;
}

/** Portfolios, their ledgers, values and analytics. */
export function createPortfolioModule(deps: PortfolioDeps): PortfolioModule {
  const { market, clock } = deps;
  const portfolios = createPortfolioStore(deps.database);
  const ledger = createLedgerParts({ ...deps, portfolios });
  const { parts, source, calculator } = ledger;
  const holdings = createHoldingService({
    ...parts,
    readFigures: createReadHoldingFigures({ source, calculator, readNames: ledger.readNames }),
    readRates: ledger.past.readRates,
  });
  const { listHoldings, listPositions } = holdings;
  const portfolio = createPortfolioService({ ...parts, listHoldings });
  const imports = createImports({ ...parts, writeLock: findWriteLock(deps.database) });
  const performance = createPerformanceService({
    listPositions,
    source,
    calculator,
    market,
    clock,
  });
  const analytics = createAnalyticsService({ performance, market });
  return {
    listCoinIds: () => listHeldCoins(deps.database),
    onAccountCreated: [portfolio.addMainPortfolio],
    mergeObstacles: [findLedgerObstacle, findCountObstacle],
    // Reports first: deleting a merged portfolio clears the portfolio of its reports.
    mergers: [mergeFiledReports, mergePortfolios, imports.settler.settleSoon],
    exporters: { portfolios: portfolio.listEverything, taxReports: ledger.filing.listEverything },
    jobs: [...ledger.jobs, ...imports.jobs],
    portable: {
      portfolios: {
        read: (userId) => readSettledPortfolios(parts.db, userId),
        isEmpty: hasOnlyEmptyPortfolio,
        checker: new URL('./portable/check-portfolios.ts', import.meta.url).href,
        add: (tx, owner, data) =>
          addPortfolios(tx, owner, data as readonly PortablePortfolio[], parts.createId),
      },
      coinAnswers: createPortableCoinAnswers(parts.db),
    },
    registerRoutes(app, access) {
      const { gate } = access;
      ledger.registerRoutes(app, access);
      registerImportRoutes(app, { imports: imports.service, gate });
      registerPortfolioRoutes(app, { portfolio, gate });
      registerHoldingRoutes(app, { holdings, gate });
      registerPerformanceRoutes(app, { performance, gate });
      registerAnalyticsRoutes(app, { analytics, gate });
    },
  };
}

type LedgerDeps = Pick<SharedParts, 'database' | 'clock' | 'lease' | 'holder' | 'logger' | 'redis'> & {
  /** For the calculator thread's own connection. */
  readonly config: DatabaseLocation;
  readonly closes: CloseService;
  readonly rates: RateService;
  readonly market: MarketService;
  readonly findCoin: FindCoin;
  readonly getDirectory: () => CoinDirectory;
  readonly portfolios: PortfolioStore;
};

/** Wires up the transactions of portfolios and everything derived from them. */
function createLedgerParts(deps: LedgerDeps) {
  const { database: db, clock } = deps;
  const parts = {
    ...deps,
    db,
    transactions: createTransactionStore(db),
    wallets: createWalletStore(db),
    createId: createUuidV7(clock),
    checkCurrency: createCheckCurrency(deps.rates),
  };
  const source = createLedgerSource(db, rowsOf(db));
  const readRates = createReadPastRates({ ...deps.closes, readRates: deps.rates.readRates });
  const past = { ...deps.closes, readRates };
  const writes = createTransactionWriteService(parts);
  const transactions = createTransactionService(parts);
  const wallets = createWalletService(parts);
  const calculation = createCalculator(deps, { source, past });
  const { calculator } = calculation;
  const filed = createFiledReportStore(db);
  const proofThread = createProofThread();
  const reportThread = createReportThread({ ownSource: ownSourceOf(deps.config) });
  const makeProof = createLineProofMaker(reportThread);
  const derived = createFigures(deps, {
    ...{ source, calculator, past, writes, transactions: parts.transactions },
    checkCurrency: parts.checkCurrency,
    proveLine: createLineProver({ filed, build: proofThread.build, makeProof }),
    proveByRules: createRulesProver({ source, past, makeProof, clock }),
  });
  const pdf = createPdfRenderer();
  const tax = createTaxParts({
    ...{ ...deps, source, past, thread: reportThread, readNames: derived.readNames },
    listWallets: (portfolioId) => parts.wallets.list(db, portfolioId),
    renderPdf: pdf.render,
  });
  const filing = createFiledReportService({
    ...{ ...parts, source, past, maker: tax.maker },
    ...{ renderPdf: pdf.render, filed },
    listTransactions: (portfolioId) => listAll(parts.transactions, portfolioId),
  });
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
    registerTaxRoutes(app, { reports: tax.reports, gate });
    registerFilingRoutes(app, { filing, gate });
  };
  const threads = [reportThread, pdf, proofThread].map(({ stop }): Job => ({ start() {}, stop }));
  const jobs = [sweep, calculation.job, ...derived.jobs, ...threads];
  const { readNames } = derived;
  return { parts, source, calculator, past, readNames, filing, jobs, registerRoutes };
}

const readerFile = new URL('./ledger/transactions/read-changes-service.ts', import.meta.url);

/** The source with which a thread reads ledgers itself. */
function ownSourceOf({ dataDir, databaseUrl, connections }: LedgerDeps['config']): ThreadSource {
  return { module: readerFile, options: { dataDir, databaseUrl, connections } };
}

/** Ledgers with many transactions are calculated in a thread, which reads them itself. */
function createCalculator(
  { database, clock, logger, config, ...shown }: LedgerDeps,
  parts: { readonly source: LedgerSource; readonly past: PastValues & CloseService },
) {
  // The rates follow the market a moment later.
  const market = () => `${shown.market.status().source} ${shown.rates.getTable().source}`;
  const given = { ...parts, now: clock.now, market };
  const large = createThreadCalculator({ ...given, ownSource: ownSourceOf(config) });
  const limits = { maxLots: maxSmallLots, maxMoves: maxSmallMoves };
  const small = createInlineCalculator({ ...given, ...limits });
  const job: Job = {
    // Not awaited: the thread starts while the server does.
    async prepare() {
      prepareThread(database, large).catch((error: unknown) =>
        logger.warn({ err: error }, 'the thread for large ledgers is not ready; the first call starts it'),
      );
    },
    start() {},
    stop: large.stop,
  };
  return { calculator: createSizedCalculator({ small, large }), job };
}

/** Starts the thread early if there is a large ledger, so that its user doesn't have to wait for it. */
async function prepareThread(db: Database, thread: Pick<ThreadCalculator, 'prepare'>): Promise<void> {
  if (!(await hasLargeLedger(db, minLargeLedger))) return;
  await thread.prepare();
  await warmUpFigures();
}

function createFigures(
  { database, market, clock, findCoin, redis }: LedgerDeps,
  parts: {
    readonly source: LedgerSource;
    readonly calculator: LedgerCalculator;
    readonly checkCurrency: CheckCurrency;
    readonly past: PastValues;
    readonly writes: ReturnType<typeof createTransactionWriteService>;
    readonly transactions: Pick<TransactionStore, 'listCoinNames' | 'listOfCoins'>;
    readonly proveLine: ProveLine;
    readonly proveByRules: ProveByRules;
  },
) {
  const { source, calculator, checkCurrency, past, writes, transactions } = parts;
  const { proveLine, proveByRules } = parts;
  const getPrices = createHoldingPrices(market, clock);
  const shown = createShownPrices(clock);
  const shared = redis && createSharedShownPrices(shown, redis);
  const priceSource = () => market.status().source;
  const readPrices = createReadCoinPrices({ getPrices, past, priceSource, clock });
  const readNames = createReadCoinNames({ transactions, findCoin });
  const figures = createFigureService({
    source,
    calculator,
    checkCurrency,
    readPrices,
    readNames,
    readEntry: writes.readEntry,
    listGaps: createListGaps({ db: database, store: createImportStore(), transactions }),
    noteShown: shown.note,
    clock,
  });
  return {
    figures,
    readNames,
    jobs: shared ? [shared] : [],
    returns: createReturnsService({ source, calculator, checkCurrency, clock }),
    proofs: createProofService({
      source,
      calculator,
      checkCurrency,
      readPrices,
      findShown: shared?.find ?? (async (key) => shown.find(key)),
      priceSource,
      ...{ proveLine, proveByRules, clock },
    }),
  };
}
