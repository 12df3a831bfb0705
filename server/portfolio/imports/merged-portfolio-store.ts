import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export interface MergedPortfolio {
  readonly userId: string;
  readonly id: string;
}

/** Portfolios with files of two accounts that are still to be compared with each other. */
export interface MergedPortfolioStore {
  /** `revision`: the revision of the moved rows. If there are several merges, that of the first stays. */
  add(tx: Tx, portfolioId: string, revision: number): Promise<void>;
  /** The revision since which rows may have been moved; undefined if there is nothing to compare. */
  findRevision(db: Database, portfolioId: string): Promise<number | undefined>;
  remove(tx: Tx, portfolioId: string): Promise<void>;
  /** The ids of a user's portfolios. */
  list(db: Database, userId: string): Promise<string[]>;
  /** Claims a portfolio that is due. No other process gets it for `claimMs`; then it is due again. */
  claim(db: Database, now: Instant, claimMs: Milliseconds): Promise<MergedPortfolio | undefined>;
  /** Sets when the portfolio is due, unless it has been compared since. */
  delay(db: Database, portfolioId: string, dueAt: Instant): Promise<void>;
  /** Ends all claims. */
  release(db: Database): Promise<void>;
}

export function createMergedPortfolioStore(): MergedPortfolioStore {
  return {
    async add(tx, portfolioId, revision) {
      await tx
        .insertInto('merged_portfolios')
        .values({ portfolio_id: portfolioId, revision })
        .onConflict((conflict) => conflict.column('portfolio_id').doUpdateSet({ due_at: 0 }))
        .execute();
    },
    async findRevision(db, portfolioId) {
      const found = await db
        .selectFrom('merged_portfolios')
        .select('revision')
        .where('portfolio_id', '=', portfolioId)
        .executeTakeFirst();
      return found?.revision;
    },
    async remove(tx, portfolioId) {
      await tx.deleteFrom('merged_portfolios').where('portfolio_id', '=', portfolioId).execute();
    },
    async list(db, userId) {
      const rows = await db
        .selectFrom('merged_portfolios')
        .innerJoin('portfolios', 'portfolios.id', 'merged_portfolios.portfolio_id')
        .select('portfolios.id')
        .where('portfolios.user_id', '=', userId)
        .orderBy('portfolios.id')
        .execute();
      return rows.map(({ id }) => id);
    },
    async delay(db, portfolioId, dueAt) {
      await db
        .updateTable('merged_portfolios')
        .set({ due_at: dueAt })
        .where('portfolio_id', '=', portfolioId)
        .execute();
    },
    async release(db) {
      await db.updateTable('merged_portfolios').set({ due_at: 0 }).where('due_at', '>', 0).execute();
    },
    async claim(db, now, claimMs) {
      const due = db.selectFrom('merged_portfolios').select('due_at').where('due_at', '<=', now).limit(1);
      // Usually nothing is due, and even an update of no rows would wait for other writes to the embedded database.
      if (!(await due.executeTakeFirst())) return undefined;
      const claimed = await db
        .updateTable('merged_portfolios')
        .set({ due_at: now + claimMs })
        .where('portfolio_id', 'in', (query) =>
          query
            .selectFrom('merged_portfolios as due')
            .select('due.portfolio_id')
            .where('due.due_at', '<=', now)
            .orderBy('due.due_at')
            .limit(1),
        )
        // Checked again on the row: another process may have claimed it since.
        .where('due_at', '<=', now)
        .returning('portfolio_id as id')
        .executeTakeFirst();
      return (
        claimed &&
        db
          .selectFrom('portfolios')
          .select(['user_id as userId', 'id'])
          .where('id', '=', claimed.id)
          .executeTakeFirst()
      );
    },
  };
}
