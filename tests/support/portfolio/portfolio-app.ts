import type { FastifyInstance } from 'fastify';
import type { Tier } from '#contract/plans.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createFindCoin } from '../../../server/market/coins/find-coin.ts';
import { transact } from '../../../server/platform/database/transact.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { registerAnalyticsRoutes } from '../../../server/portfolio/analytics/routes.ts';
import { createAnalyticsService } from '../../../server/portfolio/analytics/service.ts';
import { registerHoldingRoutes } from '../../../server/portfolio/holdings/routes.ts';
import { createHoldingService, type HoldingService } from '../../../server/portfolio/holdings/service.ts';
import { createHoldingStore } from '../../../server/portfolio/holdings/store.ts';
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
  /** A user as sign-up creates one, with `Main`. */
  addUser(tier?: Tier): Promise<{ userId: string; main: Portfolio }>;
  call(userId: string, method: Method, url: string, payload?: object): ReturnType<typeof inject>;
}

const inject = (app: FastifyInstance, userId: string, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: userId }, ...(payload ? { payload } : {}) });

export function createPortfolioApp(db: Database): PortfolioApp {
  const market = new FakeMarket();
  const app = createBareApp();
  const clock = { now: () => fakeNow };
  const gate = createUserGate(trustHeader(db));
  const stores = { portfolios: createPortfolioStore(db), holdings: createHoldingStore(db) };
  const portfolio = createPortfolioService({ db, ...stores, clock });
  const holdings = createHoldingService({ db, ...stores, findCoin: createFindCoin(market), clock });
  registerPortfolioRoutes(app, { portfolio, gate });
  registerHoldingRoutes(app, { holdings, gate });
  const performance = createPerformanceService({ listHoldings: holdings.listHoldings, market, clock });
  registerPerformanceRoutes(app, { performance, gate });
  registerAnalyticsRoutes(app, { analytics: createAnalyticsService({ performance, market }), gate });
  return {
    app,
    market,
    portfolio,
    holdings,
    async addUser(tier) {
      const userId = await addUser(db, tier);
      await transact(db, (tx) => portfolio.addMainPortfolio(tx, userId));
      const [main] = await portfolio.listPortfolios(userId);
      return { userId, main: main! };
    },
    call: (userId, method, url, payload) => inject(app, userId, method, url, payload),
  };
}
