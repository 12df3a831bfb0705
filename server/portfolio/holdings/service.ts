import { accountMaximums } from '#contract/plans.ts';
import type { AddHolding, Holding, UpdateHolding } from '#contract/portfolio.ts';
import type { CoinId } from '#contract/units.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { PastValues } from '../ledger/calculator/past-values.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import type { TransactionRow } from '../ledger/transactions/transaction-row.ts';
import { reserveRoom } from '../ledger/transactions/write-service.ts';
import { noPortfolio } from '../no-portfolio.ts';
import type { PortfolioStore } from '../store.ts';
import type { ReadHoldingFigures } from './holding-figures.ts';
import { convertOpenings, priceColumns, toOpeningRow } from './opening-row.ts';
import { moneyOf, type Position, toDerivedPosition, toHolding, toPosition } from './position.ts';

/** Throws `AppError`: `not_found`, `conflict`, `market_unavailable`. */
export interface HoldingService {
  /** Defaults to the oldest portfolio. */
  listHoldings(userId: string, portfolioId?: string): Promise<Holding[]>;
  /** Like `listHoldings`, with costs in US dollars. */
  listPositions(userId: string, portfolioId: string): Promise<Position[]>;
  /** Adds an opening with the market's symbol and name. Defaults to the oldest portfolio. */
  addHolding(userId: string, wanted: AddHolding): Promise<Holding>;
  updateHolding(userId: string, id: string, change: UpdateHolding): Promise<Holding>;
  removeHolding(userId: string, id: string): Promise<void>;
}

export interface HoldingServiceDeps {
  readonly db: Database;
  readonly portfolios: Pick<PortfolioStore, 'list' | 'find'>;
  readonly transactions: TransactionStore;
  readonly readFigures: ReadHoldingFigures;
  readonly readRates: PastValues['readRates'];
  readonly findCoin: FindCoin;
  readonly createId: () => string;
  readonly clock: Clock;
}

/** Per portfolio, on every plan: each call values all of them, which blocks other requests. */
const maxHoldings = accountMaximums.holdings;

const tooManyHoldings = () =>
  new AppError('conflict', `A portfolio has room for ${maxHoldings.toLocaleString('en-US')} positions.`);
const noHolding = () => new AppError('not_found', 'There is no such holding.');
const derivedHolding = () =>
  new AppError('conflict', 'This position is calculated from its transactions. Change those instead.');

export function createHoldingService(deps: HoldingServiceDeps): HoldingService {
  const { findCoin, transactions, clock } = deps;
  return {
    async listHoldings(userId, portfolioId) {
      const { openings, derived } = await listItems(
        deps,
        userId,
        await getPortfolioId(deps, userId, portfolioId),
      );
      return [...openings.map(toHolding), ...derived.map(withoutCost)];
    },

    async listPositions(userId, portfolioId) {
      const { openings, derived } = await listItems(
        deps,
        userId,
        await getPortfolioId(deps, userId, portfolioId),
      );
      const toDollars = await convertOpenings(deps.readRates, openings);
      return [...openings.map((row) => toPosition(row, toDollars)), ...derived];
    },

    async addHolding(userId, wanted) {
      const portfolioId = await getPortfolioId(deps, userId, wanted.portfolioId);
      const coin = await findCoin(wanted.coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      return transact(deps.db, async (tx) => {
        const user = await lockOwner(tx, userId);
        if (!user) throw noPortfolio();
        const { revision } = await reserveRoom(deps, tx, userId, portfolioId, 1);
        if ((await transactions.countOpenings(tx, portfolioId)) >= maxHoldings) throw tooManyHoldings();
        const { ordinal, ...opening } = {
          ...toOpeningRow({ id: deps.createId(), portfolioId, coin, now: clock.now() }, wanted),
          ordinal: user.revision,
        };
        await transactions.add(tx, [{ ...opening, ordinal, revision }]);
        return toHolding({ ...opening, ordinal, revision });
      });
    },

    updateHolding(userId, id, { amount, purchasePrice, currency: given }) {
      return changeOpening(deps, userId, id, 0, async (tx, row, revision) => {
        const own = moneyOf(row).currency ?? 'USD';
        const item = toHolding(row);
        const changed = {
          ...row,
          ...(purchasePrice === undefined
            ? priceColumns(amount ?? item.amount, item.purchasePrice, own)
            : priceColumns(amount ?? item.amount, purchasePrice, given ?? own)),
          updated_at: Math.max(clock.now(), row.updated_at + 1),
          revision,
        };
        await transactions.replace(tx, changed);
        return toHolding(changed);
      });
    },

    removeHolding(userId, id) {
      return changeOpening(deps, userId, id, -1, (tx, row, revision) =>
        transactions.mark(tx, [row.id], { deletedAt: clock.now(), revision }),
      );
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

/** Openings as entered, and one item for each coin that also has other transactions. */
async function listItems(
  { transactions, readFigures }: HoldingServiceDeps,
  userId: string,
  portfolioId: string,
): Promise<{ openings: TransactionRow[]; derived: Position[] }> {
  const [openings, isTraded] = await Promise.all([
    transactions.listOpenings(portfolioId, maxHoldings + 1),
    transactions.hasTrades(portfolioId),
  ]);
  // The ledger may have more openings than may be listed. Then each coin is listed as one item.
  const isCrowded = openings.length > maxHoldings;
  if (!isTraded && !isCrowded) return { openings, derived: [] };
  const figures = await readFigures(userId, portfolioId);
  const traded = new Set(figures.filter((coin) => coin.isTraded).map(({ coinId }) => coinId));
  return {
    openings: isCrowded ? [] : openings.filter(({ in_coin }) => !traded.has(in_coin ?? '')),
    derived: figures
      .filter(({ coinId, amount }) => (isCrowded || traded.has(coinId)) && amount !== '0')
      .map((coin) => toDerivedPosition(portfolioId, coin)),
  };
}

function withoutCost({ cost: _cost, amountWithoutCost: _amount, ...holding }: Position): Holding {
  return holding;
}

/** Changes one of the user's openings while holding the user's lock. */
function changeOpening<T>(
  { db, transactions }: HoldingServiceDeps,
  userId: string,
  id: string,
  added: number,
  work: (tx: Tx, row: TransactionRow, revision: number) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    await lockOwner(tx, userId);
    if (id.startsWith('coin:')) {
      const coinId: CoinId = id.slice('coin:'.length);
      throw (await transactions.hasCoin(tx, userId, coinId)) ? derivedHolding() : noHolding();
    }
    const [row] = await transactions.findByIds(tx, userId, [id]);
    if (row?.type !== 'opening') throw noHolding();
    const { revision } = (await transactions.bumpRevision(tx, userId, row.portfolio_id, added))!;
    return work(tx, row, revision);
  });
}
