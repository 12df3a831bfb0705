import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isDated } from '#server/platform/database/tables/ledger-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { type CoinNameStore, createCoinNameStore } from './coin-name-store.ts';
import { createTransactionListStore, type TransactionListStore } from './list-store.ts';
import { matches, opening } from './transaction-query-store.ts';
import type { TransactionRow } from './transaction-row.ts';

/** Rows per statement. Other calls run in between, because a thousand rows take a fifth of a second. */
const maxRows = 100;

/** A user's transactions; those of other users are treated as missing, and so are deleted ones unless stated otherwise. */
export interface TransactionStore extends TransactionListStore, CoinNameStore {
  /** Increments the ledger's revision and returns it; undefined if the user has no such portfolio. */
  bumpRevision(tx: Tx, userId: string, portfolioId: string, added: number): Promise<LedgerCount | undefined>;
  countOfUser(tx: Tx, userId: string): Promise<number>;
  /** Includes deleted ones that can still be restored. */
  countStored(tx: Tx, userId: string): Promise<number>;
  findByIds(tx: Tx, userId: string, ids: readonly string[]): Promise<TransactionRow[]>;
  /** One that the user has deleted. */
  findDeleted(tx: Tx, userId: string, id: string): Promise<TransactionRow | undefined>;
  countOpenings(tx: Tx, portfolioId: string): Promise<number>;
  /** Whether any transaction of the user has a leg of the coin. */
  hasCoin(tx: Tx, userId: string, coinId: CoinId): Promise<boolean>;
  add(tx: Tx, rows: readonly TransactionRow[]): Promise<void>;
  replace(tx: Tx, row: TransactionRow): Promise<void>;
  /** Marks transactions as deleted, or with `deletedAt` null as not deleted. */
  mark(tx: Tx, ids: readonly string[], state: { deletedAt: number | null; revision: number }): Promise<void>;
}

export interface LedgerCount {
  readonly revision: number;
  readonly count: number;
}

export function createTransactionStore(db: Database): TransactionStore {
  return {
    ...createTransactionListStore(db),
    ...createCoinNameStore(db),
    ...createReadsWithin(),
    ...createWrites(),
  };
}

/** Reads within a database transaction. */
type ReadsWithin = Pick<
  TransactionStore,
  'countOfUser' | 'countStored' | 'findByIds' | 'findDeleted' | 'countOpenings' | 'hasCoin'
>;

function createReadsWithin(): ReadsWithin {
  const ownPortfolioIds = (tx: Tx, userId: string) =>
    tx.selectFrom('portfolios').select('id').where('user_id', '=', userId);
  return {
    async countOfUser(tx, userId) {
      const { count } = await tx
        .selectFrom('portfolios')
        .select(({ fn }) => fn.sum<string | number | null>('transaction_count').as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(count ?? 0);
    },
    async countStored(tx, userId) {
      const { count } = await tx
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    findByIds(tx, userId, ids) {
      return tx
        .selectFrom('transactions')
        .selectAll()
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .execute();
    },
    findDeleted(tx, userId, id) {
      return (
        tx
          .selectFrom('transactions')
          .selectAll()
          .where('id', '=', id)
          .where('deleted_at', 'is not', null)
          // The others with an import are entries that it has replaced, and would count twice.
          .where((row) => row.or([row('source', '=', 'import'), row('import_id', 'is', null)]))
          .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
          .executeTakeFirst()
      );
    },
    async hasCoin(tx, userId, coinId) {
      const row = await tx
        .selectFrom('transactions')
        .select('id')
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .where('deleted_at', 'is', null)
        .where(isDated)
        .where((query) => query.and(matches(query, { coin: coinId })))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async countOpenings(tx, portfolioId) {
      const { count } = await tx
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('portfolio_id', '=', portfolioId)
        .where('deleted_at', 'is', null)
        .where('type', '=', opening)
        // Makes SQLite use the index of openings, as `isDated` does for another.
        .where('created_at', '>=', sql.lit(0))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

function createWrites(): Pick<TransactionStore, 'bumpRevision' | 'add' | 'replace' | 'mark'> {
  return {
    bumpRevision(tx, userId, portfolioId, added) {
      return tx
        .updateTable('portfolios')
        .set((row) => ({
          ledger_revision: row('ledger_revision', '+', 1),
          transaction_count: row('transaction_count', '+', added),
        }))
        .where('id', '=', portfolioId)
        .where('user_id', '=', userId)
        .returning(['ledger_revision as revision', 'transaction_count as count'])
        .executeTakeFirst();
    },
    async add(tx, rows) {
      for (let start = 0; start < rows.length; start += maxRows) {
        if (start > 0) await yieldToEventLoop();
        await tx
          .insertInto('transactions')
          .values(rows.slice(start, start + maxRows))
          .execute();
      }
    },
    async replace(tx, { id, ...columns }) {
      await tx.updateTable('transactions').set(columns).where('id', '=', id).execute();
    },
    async mark(tx, ids, { deletedAt, revision }) {
      await tx
        .updateTable('transactions')
        .set({ deleted_at: deletedAt, revision })
        .where('id', 'in', ids)
        .execute();
    },
  };
}
