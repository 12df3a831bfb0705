import { randomUUID } from 'node:crypto';
import type { AddHolding, Holding, Portfolio, UpdateHolding } from '#contract/portfolio.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { limitReached, mayAdd } from '../billing/service.ts';
import type { FindCoin } from '../market/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { HoldingStore } from './holdings/store.ts';
import type { PortfolioStore } from './portfolio-store.ts';

/** A portfolio with all that is in it, for an export. */
export interface WholePortfolio extends Portfolio {
  readonly holdings: Holding[];
}

/** Refuses with `AppError`: `not_found`, `limit_reached`, `conflict`, `market_unavailable`. */
export interface PortfolioService {
  /** Oldest first. */
  listPortfolios(userId: string): Promise<Portfolio[]>;
  addPortfolio(userId: string, name: string): Promise<Portfolio>;
  renamePortfolio(userId: string, id: string, name: string): Promise<Portfolio>;
  removePortfolio(userId: string, id: string): Promise<void>;
  /** Those of the oldest portfolio where none is named. */
  listHoldings(userId: string, portfolioId?: string): Promise<Holding[]>;
  /** Into the oldest portfolio where none is named; under the market's own symbol and name. */
  addHolding(userId: string, wanted: AddHolding): Promise<Holding>;
  updateHolding(userId: string, id: string, change: UpdateHolding): Promise<Holding>;
  removeHolding(userId: string, id: string): Promise<void>;
  listEverything(userId: string): Promise<WholePortfolio[]>;
}

export interface PortfolioServiceDeps {
  readonly portfolios: PortfolioStore;
  readonly holdings: HoldingStore;
  readonly findCoin: FindCoin;
  readonly clock: Clock;
}

/** In one portfolio, whatever the plan: each call values all of them, and while it does nobody else is answered. */
const mostHoldings = 1000;

const tooManyHoldings = () =>
  new AppError('conflict', `A portfolio has room for ${mostHoldings.toLocaleString('en-US')} positions.`);
const noPortfolio = () => new AppError('not_found', 'There is no such portfolio.');
const noHolding = () => new AppError('not_found', 'There is no such holding.');

export function createPortfolioService(deps: PortfolioServiceDeps): PortfolioService {
  return { ...createPortfolioPart(deps), ...createHoldingPart(deps) };
}

function createPortfolioPart({ portfolios, holdings, clock }: PortfolioServiceDeps) {
  return {
    listPortfolios: portfolios.listPortfolios,

    async addPortfolio(userId: string, name: string) {
      const portfolio = { id: randomUUID(), name, createdAt: new Date(clock.now()).toISOString() };
      const answer = await portfolios.addPortfolio(userId, portfolio, (tier, count) =>
        mayAdd(tier, 'portfolio', count),
      );
      if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account is no longer there.');
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'portfolio');
      return portfolio;
    },

    async renamePortfolio(userId: string, id: string, name: string) {
      const portfolio = await portfolios.renamePortfolio(userId, id, name);
      if (!portfolio) throw noPortfolio();
      return portfolio;
    },

    async removePortfolio(userId: string, id: string) {
      const outcome = await portfolios.removePortfolio(userId, id);
      if (outcome === 'missing') throw noPortfolio();
      if (outcome === 'last') throw new AppError('conflict', 'Your last portfolio cannot be deleted.');
    },

    async listEverything(userId: string) {
      const own = await portfolios.listPortfolios(userId);
      return Promise.all(
        own.map(async (portfolio) => ({
          ...portfolio,
          holdings: await holdings.listHoldings(userId, portfolio.id),
        })),
      );
    },
  };
}

function createHoldingPart({ portfolios, holdings, findCoin, clock }: PortfolioServiceDeps) {
  async function getPortfolioId(userId: string, wanted: string | undefined): Promise<string> {
    const portfolio =
      wanted === undefined
        ? (await portfolios.listPortfolios(userId))[0]
        : await portfolios.findPortfolio(userId, wanted);
    if (!portfolio) throw noPortfolio();
    return portfolio.id;
  }

  return {
    async listHoldings(userId: string, portfolioId?: string) {
      return holdings.listHoldings(userId, await getPortfolioId(userId, portfolioId));
    },

    async addHolding(userId: string, wanted: AddHolding) {
      const portfolioId = await getPortfolioId(userId, wanted.portfolioId);
      const coin = await findCoin(wanted.coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const { amount, purchasePrice } = wanted;
      const createdAt = new Date(clock.now()).toISOString();
      const holding = { id: randomUUID(), portfolioId, ...coin, amount, purchasePrice, createdAt };
      const outcome = await holdings.addHolding(userId, holding, mostHoldings);
      if (outcome === 'full') throw tooManyHoldings();
      if (outcome === 'missing') throw noPortfolio();
      return holding;
    },

    async updateHolding(userId: string, id: string, change: UpdateHolding) {
      const holding = await holdings.updateHolding(userId, id, change);
      if (!holding) throw noHolding();
      return holding;
    },

    async removeHolding(userId: string, id: string) {
      if (!(await holdings.removeHolding(userId, id))) throw noHolding();
    },
  };
}
