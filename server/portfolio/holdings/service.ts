import { randomUUID } from 'node:crypto';
import { accountMaximums } from '#contract/plans.ts';
import type { AddHolding, Holding, UpdateHolding } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { FindCoin } from '../../market/service.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PortfolioStore } from '../store.ts';
import type { HoldingStore } from './store.ts';

/** Refuses with `AppError`: `not_found`, `conflict`, `market_unavailable`. */
export interface HoldingService {
  /** Those of the oldest portfolio where none is named. */
  listHoldings(userId: string, portfolioId?: string): Promise<Holding[]>;
  /** Adds to the oldest portfolio where none is named, under the market's own symbol and name. */
  addHolding(userId: string, wanted: AddHolding): Promise<Holding>;
  updateHolding(userId: string, id: string, change: UpdateHolding): Promise<Holding>;
  removeHolding(userId: string, id: string): Promise<void>;
}

export interface HoldingServiceDeps {
  readonly db: Database;
  readonly portfolios: Pick<PortfolioStore, 'list' | 'find'>;
  readonly holdings: HoldingStore;
  readonly findCoin: FindCoin;
  readonly clock: Clock;
}

/** Per portfolio, on every plan: each call values all of them, and blocks other requests meanwhile. */
const maxHoldings = accountMaximums.holdings;

const tooManyHoldings = () =>
  new AppError('conflict', `A portfolio has room for ${maxHoldings.toLocaleString('en-US')} positions.`);
const noPortfolio = () => new AppError('not_found', 'There is no such portfolio.');
const noHolding = () => new AppError('not_found', 'There is no such holding.');

export function createHoldingService(deps: HoldingServiceDeps): HoldingService {
  const { holdings, findCoin, clock } = deps;
  return {
    async listHoldings(userId, portfolioId) {
      return holdings.list(userId, await getPortfolioId(deps, userId, portfolioId));
    },

    async addHolding(userId, wanted) {
      const portfolioId = await getPortfolioId(deps, userId, wanted.portfolioId);
      const coin = await findCoin(wanted.coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const { amount, purchasePrice } = wanted;
      const createdAt = new Date(clock.now()).toISOString();
      const holding = { id: randomUUID(), portfolioId, ...coin, amount, purchasePrice, createdAt };
      const outcome = await addIfRoom(deps, userId, holding);
      if (outcome === 'full') throw tooManyHoldings();
      if (outcome === 'missing') throw noPortfolio();
      return holding;
    },

    async updateHolding(userId, id, change) {
      const holding = await holdings.update(userId, id, change);
      if (!holding) throw noHolding();
      return holding;
    },

    async removeHolding(userId, id) {
      if (!(await holdings.remove(userId, id))) throw noHolding();
    },
  };
}

async function getPortfolioId(
  { portfolios }: HoldingServiceDeps,
  userId: string,
  wanted: string | undefined,
): Promise<string> {
  const portfolio =
    wanted === undefined ? (await portfolios.list(userId))[0] : await portfolios.find(userId, wanted);
  if (!portfolio) throw noPortfolio();
  return portfolio.id;
}

function addIfRoom(
  { db, holdings }: HoldingServiceDeps,
  userId: string,
  holding: Holding,
): Promise<'added' | 'full' | 'missing'> {
  return transact(db, async (tx) => {
    const user = await lockOwner(tx, userId);
    const count = user && (await holdings.count(tx, userId, holding.portfolioId));
    if (!user || count === undefined) return 'missing';
    if (count >= maxHoldings) return 'full';
    await holdings.add(tx, holding, user.revision);
    return 'added';
  });
}
