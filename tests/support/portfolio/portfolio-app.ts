import type { FastifyInstance } from 'fastify';
import type { Tier } from '#contract/plans.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createFindCoin } from '../../../server/market/coins/find-coin.ts';
import { rowsOf } from '../../../server/platform/database/rows-of.ts';
import { transact } from '../../../server/platform/database/transact.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { createUuidV7 } from '../../../server/platform/uuid-v7.ts';
import { registerAnalyticsRoutes } from '../../../server/portfolio/analytics/routes.ts';
import { createAnalyticsService } from '../../../server/portfolio/analytics/service.ts';
import { createReadHoldingFigures } from '../../../server/portfolio/holdings/holding-figures.ts';
import { registerHoldingRoutes } from '../../../server/portfolio/holdings/routes.ts';
import { createHoldingService, type HoldingService } from '../../../server/portfolio/holdings/service.ts';
import { createCheckCurrency } from '../../../server/portfolio/ledger/calculator/check-currency.ts';
import { createInlineCalculator } from '../../../server/portfolio/ledger/calculator/inline-calculator.ts';
import type { LedgerSource } from '../../../server/portfolio/ledger/calculator/ledger-source.ts';
import type { PastValue, PastValues } from '../../../server/portfolio/ledger/calculator/past-values.ts';
import { createReadCoinNames } from '../../../server/portfolio/ledger/figures/coin-names.ts';
import { createLedgerSource } from '../../../server/portfolio/ledger/transactions/ledger-source-store.ts';
import { registerTransactionRoutes } from '../../../server/portfolio/ledger/transactions/routes.ts';
import { createTransactionService } from '../../../server/portfolio/ledger/transactions/service.ts';
import { createTransactionStore } from '../../../server/portfolio/ledger/transactions/store.ts';
import {
  createTransactionWriteService,
  type TransactionWriteService,
} from '../../../server/portfolio/ledger/transactions/write-service.ts';
import { registerWalletRoutes } from '../../../server/portfolio/ledger/wallets/routes.ts';
import { createWalletService } from '../../../server/portfolio/ledger/wallets/service.ts';
import { createWalletStore } from '../../../server/portfolio/ledger/wallets/store.ts';
import { registerPortfolioRoutes } from '../../../server/portfolio/routes.ts';
import { createPortfolioService, type PortfolioService } from '../../../server/portfolio/service.ts';
import { createPortfolioStore } from '../../../server/portfolio/store.ts';
import { registerPerformanceRoutes } from '../../../server/portfolio/valuation/routes.ts';
import { createPerformanceService } from '../../../server/portfolio/valuation/service.ts';
import { addUser, trustHeader } from '../accounts/users.ts';
import { createBareApp } from '../bare-app.ts';
import { FakeMarket, fakeNow } from '../market/fake-market.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The portfolio's routes over a real database and a market that the test controls. */
export interface PortfolioApp {
  readonly app: FastifyInstance;
  readonly market: FakeMarket;
  readonly portfolio: PortfolioService;
  readonly holdings: HoldingService;
  readonly source: LedgerSource;
  readonly writes: TransactionWriteService;
  /** Units of each currency per US dollar. */
  readonly rates: Map<string, PastValue>;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Adds a user as sign-up would, with the portfolio `Main`. */
  addUser(tier?: Tier): Promise<{ userId: string; main: Portfolio }>;
  call(userId: string, method: Method, url: string, payload?: object): ReturnType<typeof inject>;
}

const inject = (app: FastifyInstance, userId: string, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: userId }, ...(payload ? { payload } : {}) });

/** Creates the portfolio's routes over a database. `maxStored`: the limit of stored transactions. */
export function createPortfolioApp(db: Database, bounds: { maxStored?: number } = {}): PortfolioApp {
  const market = new FakeMarket();
  const app = createBareApp();
  const rates = new Map<string, PastValue>();
  let now = fakeNow;
  const clock = { now: () => now };
  const gate = createUserGate(trustHeader(db));
  const source = createLedgerSource(db, rowsOf(db));
  const readRates: PastValues['readRates'] = async (wanted) =>
    wanted.map(({ currency }) => rates.get(currency) ?? null);
  const past = {
    readRates,
    readCloses: async (wanted: readonly unknown[]) => wanted.map(() => null),
    readSpan: async () => ({ prices: new Map(), sources: [], isPending: false }),
  };
  const calculator = createInlineCalculator({ source, past, now: clock.now });
  const parts = {
    db,
    portfolios: createPortfolioStore(db),
    transactions: createTransactionStore(db),
    wallets: createWalletStore(db),
    findCoin: createFindCoin(market),
    createId: createUuidV7(clock),
    clock,
  };
  const checkCurrency = createCheckCurrency({ hasRates: async (code) => code !== 'qqq' });
  const holdings = createHoldingService({
    ...parts,
    readFigures: createReadHoldingFigures({ source, calculator, readNames: createReadCoinNames(parts) }),
    readRates,
  });
  const { listHoldings, listPositions } = holdings;
  const portfolio = createPortfolioService({ ...parts, listHoldings });
  const transactions = createTransactionService(parts);
  const writes = createTransactionWriteService({ ...parts, ...bounds });
  registerTransactionRoutes(app, { transactions, writes, gate });
  registerWalletRoutes(app, { wallets: createWalletService({ ...parts, checkCurrency }), gate });
  registerPortfolioRoutes(app, { portfolio, gate });
  registerHoldingRoutes(app, { holdings, gate });
  const performance = createPerformanceService({
    listPositions,
    source,
    calculator,
    market,
    clock,
  });
  registerPerformanceRoutes(app, { performance, gate });
  registerAnalyticsRoutes(app, { analytics: createAnalyticsService({ performance, market }), gate });
  return {
    app,
    market,
    portfolio,
    holdings,
    source,
    writes,
    rates,
    pass(ms) {
      now += ms;
    },
    async addUser(tier) {
      const userId = await addUser(db, tier);
      await transact(db, (tx) => portfolio.addMainPortfolio(tx, userId));
      const [main] = await portfolio.listPortfolios(userId);
      return { userId, main: main! };
    },
    call: (userId, method, url, payload) => inject(app, userId, method, url, payload),
  };
}
