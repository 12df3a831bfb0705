import type { Portfolio } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { removeImports } from '#server/platform/database/removal/remove-imports.ts';
import { removeTransactions } from '#server/platform/database/removal/remove-transactions.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** A user's portfolios; those of other users are treated as missing. */
export interface PortfolioStore {
  /** Oldest first. */
  list(userId: string): Promise<Portfolio[]>;
  find(userId: string, id: string): Promise<Portfolio | undefined>;
  /** Returns undefined if the user has no such portfolio. */
  rename(userId: string, id: string, name: string): Promise<Portfolio | undefined>;

  listIds(tx: Tx, userId: string): Promise<string[]>;
  /** `ordinal`: orders portfolios created within the same millisecond. */
  add(tx: Tx, userId: string, portfolio: Portfolio, ordinal: number): Promise<void>;
  /** Removes a portfolio and its holdings. */
  remove(tx: Tx, id: string): Promise<void>;
}

export function createPortfolioStore(db: Database): PortfolioStore {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('portfolios')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute();
      return rows.map(toPortfolio);
    },

    async find(userId, id) {
      const row = await db
        .selectFrom('portfolios')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toPortfolio(row);
    },

    async rename(userId, id, name) {
      const row = await db
        .updateTable('portfolios')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && toPortfolio(row);
    },

    async listIds(tx, userId) {
      const rows = await tx.selectFrom('portfolios').select('id').where('user_id', '=', userId).execute();
      return rows.map(({ id }) => id);
    },

    async add(tx, userId, { id, name, createdAt }, ordinal) {
      await tx
        .insertInto('portfolios')
        .values({ id, user_id: userId, name, created_at: Date.parse(createdAt), ordinal })
        .execute();
    },

    async remove(tx, id) {
      await removeTransactions(tx, (query) => query.where('portfolio_id', '=', id));
      await removeImports(tx, (query) => query.where('portfolio_id', '=', id));
      await tx.deleteFrom('portfolios').where('id', '=', id).execute();
    },
  };
}

function toPortfolio({
  id,
  name,
  created_at,
}: Pick<PortfolioTable, 'id' | 'name' | 'created_at'>): Portfolio {
  return { id, name, createdAt: new Date(created_at).toISOString() };
}
