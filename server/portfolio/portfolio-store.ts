import type { Tier } from '#contract/plans.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';

/** `full`: the tier allows no more. `gone`: the user is no longer there. */
export type AddPortfolioOutcome =
  | { readonly outcome: 'added' }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'gone' };

export interface PortfolioStore {
  /** Oldest first. */
  listPortfolios(userId: string): Promise<Portfolio[]>;
  findPortfolio(userId: string, id: string): Promise<Portfolio | undefined>;
  /** Adds it if `mayAdd` says so, told the tier and how many there are while nobody else can add. */
  addPortfolio(
    userId: string,
    portfolio: Portfolio,
    mayAdd: (tier: Tier, count: number) => boolean,
  ): Promise<AddPortfolioOutcome>;
  /** Undefined: the user has no such portfolio. */
  renamePortfolio(userId: string, id: string, name: string): Promise<Portfolio | undefined>;
  /** Removes it with its holdings, unless it is the user's last. */
  removePortfolio(userId: string, id: string): Promise<'removed' | 'missing' | 'last'>;
}

export function createPortfolioStore(db: Database): PortfolioStore {
  const rowsOf = (userId: string, within: Pick<Database, 'selectFrom'> = db) =>
    within
      .selectFrom('portfolios')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('ordinal')
      .orderBy('id')
      .execute();

  return {
    listPortfolios: async (userId) => (await rowsOf(userId)).map(toPortfolio),

    async findPortfolio(userId, id) {
      const row = await db
        .selectFrom('portfolios')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toPortfolio(row);
    },

    addPortfolio: (userId, { id, name, createdAt }, mayAdd) =>
      db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user) return { outcome: 'gone' };
        const { tier, revision } = user;
        const { length } = await rowsOf(userId, tx);
        if (!mayAdd(tier, length)) return { outcome: 'full', tier };
        await tx
          .insertInto('portfolios')
          .values({ id, user_id: userId, name, created_at: Date.parse(createdAt), ordinal: revision })
          .execute();
        return { outcome: 'added' };
      }),

    async renamePortfolio(userId, id, name) {
      const row = await db
        .updateTable('portfolios')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && toPortfolio(row);
    },

    removePortfolio: (userId, id) =>
      db.transaction().execute(async (tx) => {
        await lockUser(tx, userId);
        const rows = await rowsOf(userId, tx);
        if (!rows.some((row) => row.id === id)) return 'missing';
        if (rows.length === 1) return 'last';
        await tx.deleteFrom('portfolios').where('id', '=', id).execute();
        return 'removed';
      }),
  };
}

function toPortfolio({ id, name, created_at }: PortfolioTable): Portfolio {
  return { id, name, createdAt: new Date(created_at).toISOString() };
}
