import type { CloseService } from '#server/market/closes/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import type { PortfolioStore } from '../store.ts';
import { createPrices } from '../valuation/prices.ts';
import { createInlineCalculator } from './calculator/inline-calculator.ts';
import { createSizedCalculator } from './calculator/sized-calculator.ts';
import { createThreadCalculator } from './calculator/thread/thread-calculator.ts';
import { createReadCoinPrices } from './figures/coin-prices.ts';
import { registerFigureRoutes } from './figures/routes.ts';
import { createFigureService } from './figures/service.ts';
import type { LedgerSource } from './ledger-source.ts';
import type { PastValues } from './past-values.ts';
import { registerProofRoutes } from './proof/routes.ts';
import { createProofService } from './proof/service.ts';
import { createShownPrices } from './proof/shown-prices.ts';
import { registerReturnsRoutes } from './returns/routes.ts';
import { createReturnsService } from './returns/service.ts';
import { createLedgerSource } from './transactions/ledger-source-store.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { createTransactionService } from './transactions/service.ts';
import { createTransactionStore, type TransactionStore } from './transactions/store.ts';
import { createSweepStore, sweepEveryMs } from './transactions/sweep-store.ts';
import { createTransactionWriteService, restorableMs } from './transactions/write-service.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { createWalletService } from './wallets/service.ts';
import { createWalletStore } from './wallets/store.ts';

export type LedgerDeps = Pick<SharedParts, 'database' | 'clock' | 'lease' | 'holder' | 'logger'> & {
  readonly closes: CloseService;
  readonly rates: RateService;
  readonly market: MarketService;
  readonly findCoin: FindCoin;
  readonly portfolios: PortfolioStore;
};

/** Dated transactions of portfolios, and all that follows from them. */
export function createLedgerParts(deps: LedgerDeps) {
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
