import type { Holding, UpdateHolding } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { HoldingTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** Holdings of a given user: another user's holding counts as missing. */
export interface HoldingStore {
  /** Those of one portfolio, in the order they were added. */
  list(userId: string, portfolioId: string): Promise<Holding[]>;
  /** Changes the given fields. Undefined: the user has no such holding. */
  update(userId: string, id: string, change: UpdateHolding): Promise<Holding | undefined>;
  /** False: the user has no such holding. */
  remove(userId: string, id: string): Promise<boolean>;

  /** How many holdings the portfolio has. Undefined: the user has no such portfolio. */
  count(tx: Tx, userId: string, portfolioId: string): Promise<number | undefined>;
  /** `ordinal`: orders holdings added within the same millisecond. */
  add(tx: Tx, holding: Holding, ordinal: number): Promise<void>;
}

export function createHoldingStore(db: Database): HoldingStore {
  const ownPortfolioIds = (userId: string) =>
    db.selectFrom('portfolios').select('id').where('user_id', '=', userId);

  return {
    async list(userId, portfolioId) {
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

    async update(userId, id, { amount, purchasePrice }) {
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

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('holdings')
        .where('id', '=', id)
        .where('portfolio_id', 'in', ownPortfolioIds(userId))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async count(tx, userId, portfolioId) {
      const portfolio = await tx
        .selectFrom('portfolios')
        .leftJoin('holdings', 'holdings.portfolio_id', 'portfolios.id')
        .select((row) => row.fn.count<number>('holdings.id').as('count'))
        .where('portfolios.user_id', '=', userId)
        .where('portfolios.id', '=', portfolioId)
        .groupBy('portfolios.id')
        .executeTakeFirst();
      return portfolio?.count;
    },

    async add(tx, holding, ordinal) {
      await tx.insertInto('holdings').values(toRow(holding, ordinal)).execute();
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
