import { setImmediate } from 'node:timers/promises';
import { accountMaximums } from '#contract/plans.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import { removeTransactionsOfUser } from '#server/platform/database/removal/remove-transactions.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { PortableOwner } from '#server/platform/portable-data.ts';
import { ranks } from '../ledger/engine/entry.ts';
import { type TransactionRow, writeLeg, writeRowKey } from '../ledger/transactions/transaction-row.ts';
import { portfoliosPath as path } from './check-portfolios.ts';
import type { PortableImport, PortablePortfolio, PortableTransaction } from './portable-schema.ts';

/** Rows written by one statement: a hundred take about ten milliseconds. */
const writeSize = 100;
/** The maximum number of named lots written by one statement, unless a single row has more. */
const lotsAtOnce = 2000;
/** Ids made between two pauses. */
const idsAtOnce = 5000;

/**
 * Adds complete portfolios, replacing the empty one of a new account. They must have passed `check-portfolios`. Returns
 * how many of each kind of item were added. Throws `limit_reached`, `conflict` and `invalid_request`.
 */
export async function addPortfolios(
  tx: Tx,
  { userId, tier }: PortableOwner,
  portfolios: readonly PortablePortfolio[],
  createId: () => string,
): Promise<Record<string, number>> {
  if (portfolios.length > 1 && !canAdd(tier, 'portfolio', portfolios.length - 1))
    throw limitReached(tier, 'portfolio');
  refuseTooMany(portfolios);
  // The empty one may have deleted transactions, which the account keeps for a day.
  await removeTransactionsOfUser(tx, userId);
  await tx.deleteFrom('portfolios').where('user_id', '=', userId).execute();
  for (const [place, portfolio] of portfolios.entries())
    await addPortfolio(tx, userId, portfolio, { place, createId });
  const count = (list: (portfolio: PortablePortfolio) => readonly unknown[]) =>
    portfolios.reduce((sum, portfolio) => sum + list(portfolio).length, 0);
  return {
    portfolios: portfolios.length,
    wallets: count(({ wallets }) => wallets),
    imports: count(({ imports }) => imports),
    transactions: count(({ transactions }) => transactions.filter(({ deletedAt }) => deletedAt === null)),
  };
}

function refuseTooMany(portfolios: readonly PortablePortfolio[]): void {
  const { transactions, transactionsOfAccount } = accountMaximums;
  const live = portfolios.map(
    (portfolio) => portfolio.transactions.filter(({ deletedAt }) => deletedAt === null).length,
  );
  const noRoom = (place: string, max: number) =>
    new AppError('conflict', `${place} has room for ${max.toLocaleString('en-US')} transactions.`);
  if (live.some((size) => size > transactions)) throw noRoom('A portfolio', transactions);
  if (live.reduce((sum, size) => sum + size, 0) > transactionsOfAccount)
    throw noRoom('An account', transactionsOfAccount);
}

interface Context {
  readonly place: number;
  readonly createId: () => string;
}

async function addPortfolio(
  tx: Tx,
  userId: string,
  portfolio: PortablePortfolio,
  context: Context,
): Promise<void> {
  const { name, createdAt, ordinal, settings, wallets, transactions } = portfolio;
  const id = context.createId();
  const live = transactions.filter(({ deletedAt }) => deletedAt === null).length;
  await tx
    .insertInto('portfolios')
    .values({
      id,
      user_id: userId,
      name,
      created_at: createdAt,
      ordinal,
      method: settings.method,
      cost_scope: settings.scope,
      currency: settings.currency,
      ledger_revision: 1,
      transaction_count: live,
    })
    .execute();
  const walletIds = wallets.map(() => context.createId());
  const taken = new Set<string>();
  for (const [number, wallet] of wallets.entries()) {
    const nameKey = wallet.name.toLowerCase();
    if (taken.has(nameKey) || ['main', 'elsewhere'].includes(nameKey))
      throw invalid(
        `${path}.${context.place}.wallets.${number}.name`,
        'Must differ from the other wallets’ names',
      );
    taken.add(nameKey);
    const row = { id: walletIds[number]!, portfolio_id: id, name_key: nameKey, ...wallet };
    await tx.insertInto('wallets').values(row).execute();
  }
  const importIds = portfolio.imports.map(() => context.createId());
  const walletOf = findIn(walletIds, `${path}.${context.place}`, 'There is no such wallet');
  const importOf = findIn(importIds, `${path}.${context.place}`, 'There is no such import');
  for (const [number, one] of portfolio.imports.entries()) {
    await addImport(tx, { ...one, id: importIds[number]!, portfolioId: id }, walletOf);
    await setImmediate();
  }
  await addImportChoices(tx, id, portfolio, walletOf);
  await addTransactions(tx, { ...portfolio, id }, { ...context, walletOf, importOf });
}

type Find = (number: number | string) => string;

/** Returns a function that maps an item's number to its id, and keeps the names of the built-in wallets. */
function findIn(ids: readonly string[], place: string, message: string): Find {
  return (number) => {
    if (typeof number === 'string') return number;
    const id = ids[number];
    if (id === undefined) throw invalid(place, message);
    return id;
  };
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path: field, message }] });
}

async function addImport(
  tx: Tx,
  one: PortableImport & { readonly id: string; readonly portfolioId: string },
  walletOf: Find,
): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      id: one.id,
      portfolio_id: one.portfolioId,
      format: one.format,
      layout: one.layout,
      file_name: one.fileName,
      state: 'applied',
      digest: one.digest,
      wallet: one.wallet === null ? null : walletOf(one.wallet),
      rows: one.rows,
      ignored: one.ignored,
      from_at: one.from,
      to_at: one.to,
      open_date: one.openDate,
      new_count: one.added,
      known_count: one.known,
      question_count: 0,
      problem_count: one.problems.length,
      problems: JSON.stringify(one.problems),
      coins: JSON.stringify(one.coins),
      answers: JSON.stringify(one.answers),
      left_out: JSON.stringify(one.leftOut),
      checkpoints: JSON.stringify(
        one.checkpoints.map((point) => ({ ...point, wallet: walletOf(point.wallet) })),
      ),
      added: one.added,
      known: one.known,
      created_at: one.createdAt,
      applied_at: one.appliedAt,
      ordinal: one.ordinal,
    })
    .execute();
  for (const [part, body] of one.parts.entries()) {
    await tx.insertInto('import_parts').values({ import_id: one.id, part, body }).execute();
    await setImmediate();
  }
}

async function addImportChoices(
  tx: Tx,
  portfolioId: string,
  { importWallets, joins }: PortablePortfolio,
  walletOf: Find,
): Promise<void> {
  for (const { name, wallet, isMade } of importWallets)
    await tx
      .insertInto('import_wallets')
      .values({
        portfolio_id: portfolioId,
        name_key: name,
        wallet_id: walletOf(wallet),
        is_made: isMade ? 1 : 0,
      })
      .execute();
  const rows = joins.map(([out_key, in_key]) => ({ portfolio_id: portfolioId, out_key, in_key }));
  for (let start = 0; start < rows.length; start += writeSize) {
    await tx
      .insertInto('import_joins')
      .values(rows.slice(start, start + writeSize))
      .execute();
    await setImmediate();
  }
}

async function addTransactions(
  tx: Tx,
  { id: portfolioId, transactions }: PortablePortfolio & { readonly id: string },
  context: Context & { readonly walletOf: Find; readonly importOf: Find },
): Promise<void> {
  const ids: string[] = [];
  const pauses = new Pauses(idsAtOnce);
  for (let count = 0; count < transactions.length; count += 1) {
    ids.push(context.createId());
    await pauses.after();
  }
  const lotOf = (number: number | null) =>
    number === null ? context.createId() : (ids[number] ?? context.createId());
  const toRow = (one: PortableTransaction, number: number): TransactionRow => ({
    ...toColumns(one),
    id: ids[number]!,
    portfolio_id: portfolioId,
    wallet: context.walletOf(one.wallet),
    to_wallet: one.toWallet === null ? null : context.walletOf(one.toWallet),
    lots:
      one.lots &&
      JSON.stringify(
        one.lots.map(({ transaction, amount }) => ({ transactionId: lotOf(transaction), amount })),
      ),
    import_id: one.import === null ? null : context.importOf(one.import),
  });
  for (let start = 0; start < transactions.length; ) {
    // In batches: two hundred thousand rows at once would block all other requests for a second.
    const end = endOfBatch(transactions, start);
    const rows = transactions.slice(start, end).map((one, index) => toRow(one, start + index));
    await tx.insertInto('transactions').values(rows).execute();
    await setImmediate();
    start = end;
  }
}

/** The end of the rows to write by one statement, exclusive. */
function endOfBatch(transactions: readonly PortableTransaction[], start: number): number {
  let end = start;
  for (let lots = 0; end < transactions.length && end < start + writeSize; end += 1) {
    lots += transactions[end]!.lots?.length ?? 0;
    if (end > start && lots > lotsAtOnce) break;
  }
  return end;
}

function toColumns(
  one: PortableTransaction,
): Omit<TransactionRow, 'id' | 'portfolio_id' | 'wallet' | 'to_wallet' | 'lots' | 'import_id'> {
  return {
    type: one.type,
    kind: one.kind,
    occurred_at: one.occurredAt,
    ...writeLeg('in', one.in),
    ...writeLeg('out', one.out),
    ...writeLeg('fee', one.fee),
    value_currency: one.value?.currency ?? null,
    value_amount: one.value?.amount ?? null,
    unit_price: one.unitPrice,
    note: one.note,
    source: one.source,
    external_id: one.externalId,
    acquired_at: one.acquiredAt,
    is_date_assumed: one.isDateAssumed ? 1 : 0,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    ordinal: one.ordinal,
    type_rank: ranks[one.type],
    row_key: writeRowKey(one.rowKey),
    revision: 1,
    deleted_at: one.deletedAt,
  };
}

/** Whether an account has nothing but its initial portfolio. */
export async function hasOnlyEmptyPortfolio(tx: Tx, userId: string): Promise<boolean> {
  const portfolios = await tx
    .selectFrom('portfolios')
    .select(['id', 'transaction_count'])
    .where('user_id', '=', userId)
    .execute();
  if (portfolios.length > 1 || portfolios.some(({ transaction_count: count }) => count > 0)) return false;
  const ids = portfolios.map(({ id }) => id);
  if (ids.length === 0) return true;
  for (const table of ['wallets', 'imports', 'tax_reports'] as const) {
    const found = await tx
      .selectFrom(table)
      .select('id')
      .where('portfolio_id', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    if (found) return false;
  }
  return true;
}
