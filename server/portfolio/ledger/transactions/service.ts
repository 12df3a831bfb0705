import { Buffer } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transaction, TransactionPage, TransactionQuery } from '#contract/ledger/transaction.ts';
import type { Tier } from '#contract/plans.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { PortfolioStore } from '../../store.ts';
import type { WalletStore } from '../wallets/store.ts';
import { elsewhereWallet, mainWallet, readWalletId } from '../wallets/wallet-id.ts';
import type { TransactionStore } from './store.ts';
import { type LedgerPlace, placeColumns } from './transaction-query-store.ts';
import { type TransactionRow, toTransaction } from './transaction-row.ts';
import { writeTransactionsCsv } from './transactions-csv.ts';

/** A page with its transactions in parts, because they may name half a million lots. */
type ReadPage = Omit<TransactionPage, 'transactions'> & {
  readonly transactions: AsyncIterable<readonly Transaction[]>;
};

/** Throws `AppError`: `not_found`, `invalid_request`, `plan_required`. */
export interface TransactionService {
  listPage(userId: string, portfolioId: string, query: TransactionQuery): Promise<ReadPage>;
  getTransaction(userId: string, id: string): Promise<Transaction>;
  /** The whole ledger as CSV in chunks, oldest first. */
  exportCsv(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
  ): Promise<AsyncIterable<string>>;
}

export interface TransactionServiceDeps {
  readonly db: Database;
  readonly portfolios: Pick<PortfolioStore, 'find'>;
  readonly transactions: TransactionStore;
  readonly wallets: Pick<WalletStore, 'list'>;
}

/** Rows read at a time for an export, which blocks other calls for a few milliseconds. */
const chunkSize = 500;
/** The most characters of stored lots in a part: reading and writing three thousand lots takes some milliseconds. */
const maxLotCharacters = 200_000;

export function createTransactionService(deps: TransactionServiceDeps): TransactionService {
  const { db, portfolios, transactions, wallets } = deps;
  return {
    async listPage(userId, portfolioId, { limit, cursor, wallet, from, to, ...filter }) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      const wanted = {
        ...filter,
        wallet: wallet === undefined ? undefined : readWalletId(wallet),
        from: from === undefined ? undefined : Date.parse(from),
        to: to === undefined ? undefined : Date.parse(to),
      };
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const rows = await transactions.list(portfolioId, wanted, { before, count: limit + 1 });
      // Reads of the embedded database are synchronous, so yield to other requests here.
      await yieldToEventLoop();
      const page = rows.slice(0, limit);
      return {
        transactions: readParts(page),
        nextCursor: rows.length > limit ? writeCursor(page.at(-1)!) : null,
        total: await transactions.count(portfolioId, wanted),
      };
    },

    async getTransaction(userId, id) {
      const row = await transactions.find(userId, id);
      if (!row) throw new AppError('not_found', 'There is no such transaction.');
      return toTransaction(row);
    },

    async exportCsv(user, portfolioId) {
      const refusal = refuseFeature(user.tier, 'ledgerInsight');
      if (refusal) throw refusal;
      if (!(await portfolios.find(user.id, portfolioId))) throw noPortfolio();
      const own = await wallets.list(db, portfolioId);
      const names = new Map([mainWallet, ...own, elsewhereWallet].map(({ id, name }) => [id, name]));
      return writeTransactionsCsv(listAll(transactions, portfolioId), names);
    },
  };
}

/** Yields to other calls before each part but the first. */
async function* readParts(rows: readonly TransactionRow[]): AsyncGenerator<Transaction[]> {
  let isFirst = true;
  for (const part of splitByLots(rows)) {
    if (!isFirst) await yieldToEventLoop();
    isFirst = false;
    yield part.map(toTransaction);
  }
}

/** Splits rows into parts whose lots have a bounded length; a single row may exceed it. */
function* splitByLots(rows: readonly TransactionRow[]): Generator<TransactionRow[]> {
  let part: TransactionRow[] = [];
  let characters = 0;
  for (const row of rows) {
    characters += row.lots?.length ?? 0;
    if (characters > maxLotCharacters && part.length > 0) {
      yield part;
      part = [];
      characters = row.lots?.length ?? 0;
    }
    part.push(row);
  }
  yield part;
}

/** Lists a whole ledger in chunks, oldest first. */
export async function* listAll(
  transactions: Pick<TransactionStore, 'listFrom'>,
  portfolioId: string,
): AsyncGenerator<Transaction[]> {
  let after: LedgerPlace | undefined;
  do {
    const rows = await transactions.listFrom(portfolioId, after, chunkSize);
    yield* readParts(rows);
    // SQLite reads synchronously.
    await yieldToEventLoop();
    after = rows.length < chunkSize ? undefined : rows.at(-1);
  } while (after);
}

function writeCursor(place: LedgerPlace): string {
  return Buffer.from(JSON.stringify(placeColumns.map((name) => place[name]))).toString('base64url');
}

function readCursor(cursor: string): LedgerPlace {
  const refusal = () =>
    new AppError('invalid_request', 'Must be a cursor from an earlier answer', {
      issues: [{ path: 'cursor', message: 'Must be a cursor from an earlier answer' }],
    });
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, occurredAt, rank, key, createdAt, id] =
    /^\[(-?\d{1,16}),(\d),("(?:[^"\\\p{Cc}]|\\["\\])*"),(\d{1,16}),"([\w-]{1,64})"\]$/u.exec(text) ?? [];
  if (id === undefined || key === undefined) throw refusal();
  return {
    occurred_at: Number(occurredAt),
    type_rank: Number(rank),
    row_key: JSON.parse(key) as string,
    created_at: Number(createdAt),
    id,
  };
}
