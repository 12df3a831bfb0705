import type { ExpressionBuilder } from 'kysely';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { maxMergeAttempts } from '#server/platform/database/tables/import-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export interface MergedPortfolio {
  readonly userId: string;
  readonly id: string;
}

export interface ClaimedPortfolio extends MergedPortfolio {
  /** How often a comparison of its files has begun, including this time. */
  readonly attempts: number;
}

/** When to try again after too many failures: a later version of the server may be able to compare the files. */
const retryMs: Milliseconds = 24 * 60 * 60_000;

/** Portfolios with files of two accounts that are still to be compared with each other. */
export interface MergedPortfolioStore {
  /** `revision`: the revision of the moved rows. If there are several merges, that of the first stays. */
  add(tx: Tx, portfolioId: string, revision: number): Promise<void>;
  /** The revision since which rows may have been moved; undefined if there is nothing to compare. */
  findRevision(db: Database, portfolioId: string): Promise<number | undefined>;
  remove(tx: Tx, portfolioId: string): Promise<void>;
  /** The ids of a user's merged portfolios. */
  list(db: Database, userId: string): Promise<string[]>;
  /** Whether comparing the portfolio's files has failed too often. */
  isGivenUp(db: Database, portfolioId: string): Promise<boolean>;
  /** Makes a portfolio due as if it had never been tried, because its files have changed. */
  tryAgain(tx: Tx, portfolioId: string): Promise<void>;
  /** Takes back the last attempt from the count, because this process stopped it. */
  uncountAttempt(db: Database, portfolioId: string): Promise<void>;
  /**
   * Claims a portfolio that is due. No other process gets it for `claimMs`; then it is due again, or a day later if it has
   * failed too often.
   */
  claim(db: Database, now: Instant, claimMs: Milliseconds): Promise<ClaimedPortfolio | undefined>;
  /** Sets when the portfolio is due, unless it has been compared since. */
  delay(db: Database, portfolioId: string, dueAt: Instant): Promise<void>;
  /** Ends all claims, except those of portfolios that were tried too often. */
  release(db: Database): Promise<void>;
}

export function createMergedPortfolioStore(): MergedPortfolioStore {
  return {
    async add(tx, portfolioId, revision) {
      await tx
        .insertInto('merged_portfolios')
        .values({ portfolio_id: portfolioId, revision })
        .onConflict((conflict) => conflict.column('portfolio_id').doUpdateSet({ due_at: 0, attempts: 0 }))
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
    async isGivenUp(db, portfolioId) {
      const found = await db
        .selectFrom('merged_portfolios')
        .select('attempts')
        .where('portfolio_id', '=', portfolioId)
        .executeTakeFirst();
      return found !== undefined && found.attempts >= maxMergeAttempts;
    },
    async tryAgain(tx, portfolioId) {
      await tx
        .updateTable('merged_portfolios')
        .set({ due_at: 0, attempts: 0 })
        .where('portfolio_id', '=', portfolioId)
        .execute();
    },
    async uncountAttempt(db, portfolioId) {
      await db
        .updateTable('merged_portfolios')
        .set((row) => ({ attempts: row('attempts', '-', 1) }))
        .where('portfolio_id', '=', portfolioId)
        .where('attempts', '>', 0)
        .execute();
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
        .set((row) => ({ due_at: dueAfter(row, maxMergeAttempts, dueAt) }))
        .where('portfolio_id', '=', portfolioId)
        .execute();
    },
    async release(db) {
      await db
        .updateTable('merged_portfolios')
        .set({ due_at: 0 })
        .where('due_at', '>', 0)
        .where('attempts', '<', maxMergeAttempts)
        .execute();
    },
    async claim(db, now, claimMs) {
      const due = db.selectFrom('merged_portfolios').select('due_at').where('due_at', '<=', now).limit(1);
      // Usually nothing is due, and even an update of no rows would wait for other writes to the embedded database.
      if (!(await due.executeTakeFirst())) return undefined;
      const claimed = await db
        .updateTable('merged_portfolios')
        .set((row) => ({
          // A comparison that crashes the process must not crash it again right after a restart.
          due_at: dueAfter(row, maxMergeAttempts - 1, now + claimMs),
          attempts: row('attempts', '+', 1),
        }))
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
        .returning(['portfolio_id as id', 'attempts'])
        .executeTakeFirst();
      const portfolio =
        claimed &&
        (await db
          .selectFrom('portfolios')
          .select(['user_id as userId', 'id'])
          .where('id', '=', claimed.id)
          .executeTakeFirst());
      return portfolio && { ...portfolio, attempts: claimed.attempts };
    },
  };
}

/** `dueAt`, or a day later for portfolios with at least that many attempts. */
const dueAfter = (row: ExpressionBuilder<Tables, 'merged_portfolios'>, attempts: number, dueAt: Instant) =>
  row
    .case()
    .when('attempts', '>=', attempts)
    .then(dueAt + retryMs)
    .else(dueAt)
    .end();
