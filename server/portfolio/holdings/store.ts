import type { Holding, UpdateHolding } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { HoldingTable } from '#server/platform/database/tables/holding-tables.ts';

/** Holdings, always of a given user: what belongs to another is as if it were not there. */
export interface HoldingStore {
  /** Those of one portfolio in the order they were added. */
  listHoldings(userId: string, portfolioId: string): Promise<Holding[]>;
  /** `full`: the portfolio has `most` already. `missing`: the user has no such portfolio (any more). */
  addHolding(userId: string, holding: Holding, most: number): Promise<'added' | 'full' | 'missing'>;
  /** Changes what is named. Undefined: the user has no such holding. */
  updateHolding(userId: string, id: string, change: UpdateHolding): Promise<Holding | undefined>;
  /** False: the user has no such holding. */
  removeHolding(userId: string, id: string): Promise<boolean>;
}

export function createHoldingStore(db: Database): HoldingStore {
  const ownPortfolioIds = (userId: string) =>
    db.selectFrom('portfolios').select('id').where('user_id', '=', userId);

  return {
    async listHoldings(userId, portfolioId) {
      const rows = await db
        .selectFrom('holdings')
        .selectAll()
        .where('portfolio_id', '=', portfolioId)
        .where('portfolio_id', 'in', ownPortfolioIds(userId))
        .orderBy('created_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute();
      return rows.map(toHolding);
    },

    addHolding: (userId, holding, most) =>
      db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user) return 'missing';
        const portfolio = await tx
          .selectFrom('portfolios')
          .leftJoin('holdings', 'holdings.portfolio_id', 'portfolios.id')
          .select((row) => row.fn.count<number>('holdings.id').as('count'))
          .where('portfolios.user_id', '=', userId)
          .where('portfolios.id', '=', holding.portfolioId)
          .groupBy('portfolios.id')
          .executeTakeFirst();
        if (!portfolio) return 'missing';
        if (portfolio.count >= most) return 'full';
        await tx.insertInto('holdings').values(toRow(holding, user.revision)).execute();
        return 'added';
      }),

    async updateHolding(userId, id, { amount, purchasePrice }) {
      const row = await db
        .updateTable('holdings')
        .set({
          ...(amount === undefined ? {} : { amount }),
          ...(purchasePrice === undefined ? {} : { purchase_price: purchasePrice }),
        })
        .where('id', '=', id)
        .where('portfolio_id', 'in', ownPortfolioIds(userId))
        .returningAll()
        .executeTakeFirst();
      return row && toHolding(row);
    },

    async removeHolding(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('holdings')
        .where('id', '=', id)
        .where('portfolio_id', 'in', ownPortfolioIds(userId))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function toHolding(row: HoldingTable): Holding {
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    coinId: row.coin_id,
    symbol: row.symbol,
    name: row.name,
    amount: row.amount,
    purchasePrice: row.purchase_price,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

function toRow(holding: Holding, ordinal: number): HoldingTable {
  return {
    id: holding.id,
    portfolio_id: holding.portfolioId,
    coin_id: holding.coinId,
    symbol: holding.symbol,
    name: holding.name,
    amount: holding.amount,
    purchase_price: holding.purchasePrice,
    created_at: Date.parse(holding.createdAt),
    ordinal,
  };
}
