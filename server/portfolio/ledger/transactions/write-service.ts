import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type {
  ReplaceTransaction,
  Transaction,
  TransactionBatch,
  TransactionInput,
} from '#contract/ledger/transaction.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { PortfolioStore } from '../../store.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import type { WalletStore } from '../wallets/store.ts';
import { elsewhereWallet, mainWallet } from '../wallets/wallet-id.ts';
import { createDraftChecks, type DraftChecks } from './draft-checks.ts';
import type { TransactionStore } from './store.ts';
import type { DraftColumns } from './transaction-draft.ts';
import { type TransactionRow, toEntry, toTransaction } from './transaction-row.ts';

/** How long a deleted transaction can be restored. */
export const restorableMs: Milliseconds = 24 * 60 * 60_000;

/** Throws `AppError`: `not_found`, `invalid_request`, `conflict`, `market_unavailable`. */
export interface TransactionWriteService {
  /** Adds all of a batch or nothing. */
  addTransactions(
    userId: string,
    portfolioId: string,
    wanted: TransactionInput | TransactionBatch,
  ): Promise<Transaction | { transactions: Transaction[] }>;
  replaceTransaction(userId: string, id: string, wanted: ReplaceTransaction): Promise<Transaction>;
  /** Deletes all of them or none. */
  removeTransactions(userId: string, ids: readonly string[], portfolioId?: string): Promise<void>;
  restoreTransaction(userId: string, id: string): Promise<Transaction>;
  /** Checks a transaction as if it were to be stored. `replaces`: the transaction whose place it would take. */
  readEntry(
    userId: string,
    portfolioId: string,
    wanted: TransactionInput & { readonly replaces?: string | undefined },
  ): Promise<LedgerEntry>;
}

export interface TransactionWriteServiceDeps {
  readonly db: Database;
  readonly portfolios: Pick<PortfolioStore, 'find'>;
  readonly transactions: TransactionStore;
  readonly wallets: Pick<WalletStore, 'list' | 'findSettings'>;
  readonly findCoin: FindCoin;
  readonly createId: () => string;
  readonly clock: Clock;
  /** For tests. */
  readonly maxStored?: number;
}

/** Includes deleted transactions: repeatedly adding and deleting must not fill the disk. */
const maxStored = 2 * accountMaximums.transactionsOfAccount;
/** Smaller batches aren't counted, because counting takes longer than adding them. */
const minCounted = 100;

const noTransaction = () => new AppError('not_found', 'There is no such transaction.');

export function createTransactionWriteService(deps: TransactionWriteServiceDeps): TransactionWriteService {
  const { db, transactions, clock } = deps;
  const checks = createDraftChecks(deps);
  return {
    async addTransactions(userId, portfolioId, wanted) {
      if ('transactions' in wanted) {
        const rows = await addAll(deps, checks, {
          userId,
          portfolioId,
          inputs: wanted.transactions,
          isBatch: true,
        });
        await yieldToEventLoop();
        return { transactions: rows.map(toTransaction) };
      }
      const [row] = await addAll(deps, checks, { userId, portfolioId, inputs: [wanted], isBatch: false });
      return toTransaction(row!);
    },

    async replaceTransaction(userId, id, wanted) {
      return retryStale(async () => {
        const stored = await transactions.find(userId, id);
        if (!stored) throw noTransaction();
        const { portfolio_id: portfolioId } = stored;
        const [draft] = await checks.readDrafts(portfolioId, [wanted], { stored });
        refuseChanged(stored, wanted);
        const wantedRow = replaceRow(stored, draft!, clock.now());
        const checkedRevision = await checks.refuseInvalid(userId, portfolioId, [wantedRow], notInBatch);
        return transact(db, async (tx) => {
          await lockOwner(tx, userId);
          const [current] = await transactions.findByIds(tx, userId, [id]);
          if (!current) throw noTransaction();
          refuseChanged(current, wanted);
          const row = replaceRow(current, draft!, clock.now());
          await checks.refuseWallets(tx, current.portfolio_id, [row], notInBatch);
          const { revision } = (await transactions.bumpRevision(tx, userId, current.portfolio_id, 0))!;
          refuseStale(checkedRevision, revision);
          await transactions.replace(tx, { ...row, revision });
          return toTransaction(row);
        });
      });
    },

    async removeTransactions(userId, ids, portfolioId) {
      const wanted = [...new Set(ids)];
      await transact(db, async (tx) => {
        await lockOwner(tx, userId);
        const rows = await transactions.findByIds(tx, userId, wanted);
        const isOther = (row: TransactionRow) =>
          portfolioId !== undefined && row.portfolio_id !== portfolioId;
        const [first] = rows;
        if (!first || rows.length < wanted.length || rows.some(isOther)) throw noTransaction();
        const count = await transactions.bumpRevision(tx, userId, first.portfolio_id, -rows.length);
        await transactions.mark(tx, wanted, { deletedAt: clock.now(), revision: count!.revision });
      });
    },

    restoreTransaction(userId, id) {
      return transact(db, async (tx) => {
        const user = await lockOwner(tx, userId);
        const [live] = await transactions.findByIds(tx, userId, [id]);
        if (live) return toTransaction(live);
        const row = user && (await transactions.findDeleted(tx, userId, id));
        if (!row || row.deleted_at! <= clock.now() - restorableMs) throw noTransaction();
        await refuseGoneWallet(deps, tx, row);
        const { revision } = await reserveRoom(deps, tx, userId, row.portfolio_id, 1);
        await transactions.mark(tx, [id], { deletedAt: null, revision });
        return toTransaction({ ...row, deleted_at: null });
      });
    },

    async readEntry(userId, portfolioId, { replaces, ...wanted }) {
      if (!(await deps.portfolios.find(userId, portfolioId))) throw noPortfolio();
      const stored = replaces === undefined ? undefined : await transactions.find(userId, replaces);
      if (replaces !== undefined && stored?.portfolio_id !== portfolioId) throw noTransaction();
      const [draft] = await checks.readDrafts(portfolioId, [wanted], { stored });
      const row = stored
        ? replaceRow(stored, draft!, clock.now())
        : createRow(deps, portfolioId, draft!, { ordinal: 0, now: clock.now() });
      await checks.refuseInvalid(userId, portfolioId, [row], notInBatch);
      return toEntry(row);
    },
  };
}

async function addAll(
  deps: TransactionWriteServiceDeps,
  checks: DraftChecks,
  batch: { userId: string; portfolioId: string; inputs: readonly TransactionInput[]; isBatch: boolean },
): Promise<TransactionRow[]> {
  const { userId, portfolioId, inputs, isBatch } = batch;
  const { portfolios, clock } = deps;
  if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
  if (isBatch) await yieldToEventLoop();
  const drafts = await checks.readDrafts(portfolioId, inputs, { isBatch });
  if (isBatch) await yieldToEventLoop();
  return retryStale(async () => {
    const now = clock.now();
    const rows = drafts.map((draft) => createRow(deps, portfolioId, draft, { ordinal: 0, now }));
    const checkedRevision = await checks.refuseInvalid(userId, portfolioId, rows, { isBatch });
    return storeRows(deps, checks, { userId, portfolioId, rows, checkedRevision, isBatch });
  });
}

function storeRows(
  deps: TransactionWriteServiceDeps,
  checks: DraftChecks,
  batch: {
    readonly userId: string;
    readonly portfolioId: string;
    readonly rows: readonly TransactionRow[];
    /** The ledger's revision that lots were checked against; null if none are named. */
    readonly checkedRevision: number | null;
    readonly isBatch: boolean;
  },
): Promise<TransactionRow[]> {
  const { userId, portfolioId, checkedRevision, isBatch } = batch;
  const { db, transactions } = deps;
  return transact(db, async (tx) => {
    const user = await lockOwner(tx, userId);
    if (!user) throw noPortfolio();
    const { revision } = await reserveRoom(deps, tx, userId, portfolioId, batch.rows.length);
    refuseStale(checkedRevision, revision);
    if (
      batch.rows.length >= minCounted &&
      (await transactions.countStored(tx, userId)) + batch.rows.length > (deps.maxStored ?? maxStored)
    )
      throw new AppError(
        'conflict',
        'Many transactions of this account were deleted, and are kept for 24 hours. Please try again later.',
      );
    const rows = batch.rows.map((row) => ({ ...row, ordinal: user.revision, revision }));
    await checks.refuseWallets(tx, portfolioId, rows, { isBatch });
    await transactions.add(tx, rows);
    return rows;
  });
}

/**
 * Counts the transactions to be added, and returns the ledger's new revision. Throws `conflict` if they exceed the
 * maximum of a portfolio or account, and `not_found`.
 */
export async function reserveRoom(
  { transactions }: Pick<TransactionWriteServiceDeps, 'transactions'>,
  tx: Tx,
  userId: string,
  portfolioId: string,
  added: number,
): Promise<{ readonly revision: number }> {
  const counted = await transactions.bumpRevision(tx, userId, portfolioId, added);
  if (!counted) throw noPortfolio();
  if (counted.count > accountMaximums.transactions) throw noRoom('A portfolio', accountMaximums.transactions);
  if ((await transactions.countOfUser(tx, userId)) > accountMaximums.transactionsOfAccount)
    throw noRoom('An account', accountMaximums.transactionsOfAccount);
  return counted;
}

function noRoom(what: string, max: number): AppError {
  return new AppError('conflict', `${what} has room for ${max.toLocaleString('en-US')} transactions.`);
}

const notInBatch = { isBatch: false } as const;

function refuseChanged({ updated_at }: TransactionRow, { updatedAt }: ReplaceTransaction): void {
  if (updatedAt === undefined || Date.parse(updatedAt) === updated_at) return;
  throw new AppError(
    'conflict',
    'This transaction was changed in the meantime. Please reload it and try again.',
  );
}

/** The ledger has changed since its lots were checked. */
class StaleLotsError extends Error {}

/** `checkedRevision`: that which lots were checked against, or null. `revision`: that of this change. */
function refuseStale(checkedRevision: number | null, revision: number): void {
  if (checkedRevision !== null && revision !== checkedRevision + 1) throw new StaleLotsError();
}

const maxAttempts = 3;

/** Repeats work while the ledger changes between the check of its lots and its own change; then throws `conflict`. */
async function retryStale<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleLotsError)) throw error;
    }
  }
  throw new AppError('conflict', 'The ledger is being changed. Please try again in a moment.', {
    retryAfter: 1,
  });
}

async function refuseGoneWallet(
  { wallets }: TransactionWriteServiceDeps,
  tx: Tx,
  row: TransactionRow,
): Promise<void> {
  const own = (await wallets.list(tx, row.portfolio_id)).map(({ id }) => id);
  const known = [mainWallet.id, elsewhereWallet.id, ...own];
  if ([row.wallet, row.to_wallet].every((id) => id === null || known.includes(id))) return;
  throw new AppError('conflict', 'The wallet of this transaction was deleted.');
}

function createRow(
  { createId }: Pick<TransactionWriteServiceDeps, 'createId'>,
  portfolioId: string,
  draft: DraftColumns,
  { ordinal, now }: { ordinal: number; now: Instant },
): TransactionRow {
  return {
    ...draft,
    id: createId(),
    portfolio_id: portfolioId,
    unit_price: null,
    source: 'manual',
    import_id: null,
    external_id: null,
    is_date_assumed: 0,
    created_at: now,
    updated_at: now,
    ordinal,
    revision: 0,
    deleted_at: null,
  };
}

/** Applies a client's input to a stored row. An assumed date that is changed counts as known. */
function replaceRow(stored: TransactionRow, draft: DraftColumns, now: Instant): TransactionRow {
  const isSameDate = draft.occurred_at === stored.occurred_at && draft.type === stored.type;
  const isSamePrice = (['in_amount', 'out_currency', 'out_amount', 'type'] as const).every(
    (column) => draft[column] === stored[column],
  );
  return {
    ...stored,
    ...draft,
    row_key: stored.row_key,
    unit_price: isSamePrice ? stored.unit_price : null,
    is_date_assumed: isSameDate ? stored.is_date_assumed : 0,
    updated_at: Math.max(now, stored.updated_at + 1),
  };
}
