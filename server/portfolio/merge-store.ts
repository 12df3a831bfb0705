import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { Checkpoint } from './imports/change/checkpoints.ts';

type PortfolioRow = Selectable<PortfolioTable>;

/** A user's portfolios, oldest first. */
export function listPortfolios(tx: Tx, userId: string): Promise<PortfolioRow[]> {
  return tx
    .selectFrom('portfolios')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
}

/** Rows changed by one statement, for which other calls wait some milliseconds. */
const rowsAtOnce = 500;

/**
 * Moves everything in one portfolio to another; wallets of the same name are joined. Returns the ledger's new revision.
 */
export async function mergeLedgers(tx: Tx, fromId: string, toId: string): Promise<number> {
  await mergeImports(tx, fromId, toId);
  const { transaction_count: added } = await tx
    .selectFrom('portfolios')
    .select('transaction_count')
    .where('id', '=', fromId)
    .executeTakeFirstOrThrow();
  const { ledger_revision: revision } = await tx
    .updateTable('portfolios')
    .set((row) => ({
      ledger_revision: row('ledger_revision', '+', 1),
      transaction_count: row('transaction_count', '+', added),
    }))
    .where('id', '=', toId)
    .returning('ledger_revision')
    .executeTakeFirstOrThrow();
  await moveTransactions(tx, { fromId, toId, revision });
  await mergeWallets(tx, fromId, toId);
  await tx
    .updateTable('tax_reports')
    .set({ portfolio_id: toId })
    .where('portfolio_id', '=', fromId)
    .execute();
  return revision;
}

/**
 * Moves transactions to a portfolio and to its wallets of the same names, in one pass, yielding to other calls: an
 * unverified account may have a hundred thousand transactions, and hundreds of wallets.
 */
async function moveTransactions(
  tx: Tx,
  { fromId, toId, revision }: { fromId: string; toId: string; revision: number },
): Promise<void> {
  for (;;) {
    const moved = tx
      .selectFrom('transactions')
      .select('id')
      .where('portfolio_id', '=', fromId)
      .limit(rowsAtOnce);
    const { numUpdatedRows } = await tx
      .updateTable('transactions')
      .set({
        portfolio_id: toId,
        revision,
        wallet: inPortfolio('transactions.wallet', fromId, toId),
        to_wallet: inPortfolio('transactions.to_wallet', fromId, toId),
      })
      .where('id', 'in', moved)
      .executeTakeFirst();
    await yieldToEventLoop();
    if (numUpdatedRows < BigInt(rowsAtOnce)) return;
  }
}

/** The id of the wallet of the same name in portfolio `toId`; if it has none, the wallet's own id. */
function inPortfolio(column: string, fromId: string, toId: string) {
  const id = sql.ref(column);
  return sql<string>`coalesce((
    select same.id from wallets as moved
    join wallets as same on same.portfolio_id = ${toId} and same.name_key = moved.name_key
    where moved.id = ${id} and moved.portfolio_id = ${fromId}
  ), ${id})`;
}

/** Moves wallets, except those whose name the other portfolio has. */
async function mergeWallets(tx: Tx, fromId: string, toId: string): Promise<void> {
  const known = tx.selectFrom('wallets').select('name_key').where('portfolio_id', '=', toId);
  await tx.deleteFrom('wallets').where('portfolio_id', '=', fromId).where('name_key', 'in', known).execute();
  await tx.updateTable('wallets').set({ portfolio_id: toId }).where('portfolio_id', '=', fromId).execute();
}

/** Whether a portfolio has anything in it. */
export async function hasLedger(tx: Tx, { id, transaction_count: count }: PortfolioRow): Promise<boolean> {
  if (count > 0) return true;
  const wallet = tx.selectFrom('wallets').select('id').where('portfolio_id', '=', id).limit(1);
  const deleted = tx.selectFrom('transactions').select('id').where('portfolio_id', '=', id).limit(1);
  // It may not be applied yet.
  const file = tx.selectFrom('imports').select('id').where('portfolio_id', '=', id).limit(1);
  return [
    await wallet.executeTakeFirst(),
    await deleted.executeTakeFirst(),
    await file.executeTakeFirst(),
  ].some(Boolean);
}

/** Whether any imported file of a portfolio has been applied. */
export async function hasAppliedFiles(tx: Tx, portfolioId: string): Promise<boolean> {
  const files = tx
    .selectFrom('imports')
    .select('id')
    .where('portfolio_id', '=', portfolioId)
    .where('state', '=', 'applied');
  return (await files.limit(1).executeTakeFirst()) !== undefined;
}

/** Gives a portfolio to another user. */
export async function movePortfolio(tx: Tx, portfolioId: string, userId: string): Promise<void> {
  await tx.updateTable('portfolios').set({ user_id: userId }).where('id', '=', portfolioId).execute();
}

/** Moves imports from one portfolio to another. Call it before the wallets are merged. */
async function mergeImports(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx
    .updateTable('import_wallets')
    .set({ wallet_id: inPortfolio('import_wallets.wallet_id', fromId, toId) })
    .where('portfolio_id', '=', fromId)
    .execute();
  for (const [table, column] of [
    ['import_wallets', 'name_key'],
    ['import_joins', 'out_key'],
  ] as const) {
    await tx
      .deleteFrom(table)
      .where('portfolio_id', '=', fromId)
      .where(column, 'in', (query) => query.selectFrom(table).select(column).where('portfolio_id', '=', toId))
      .execute();
    await tx.updateTable(table).set({ portfolio_id: toId }).where('portfolio_id', '=', fromId).execute();
  }
  const joined = await findJoinedWallets(tx, fromId, toId);
  const files = await tx.selectFrom('imports').select('id').where('portfolio_id', '=', fromId).execute();
  for (const { id } of files) {
    if (joined.size > 0) await moveCheckpoints(tx, id, joined);
    await tx
      .updateTable('imports')
      .set({ portfolio_id: toId, wallet: inPortfolio('imports.wallet', fromId, toId) })
      .where('id', '=', id)
      .execute();
    // The texts of a file can be megabytes, which the update rewrites.
    await yieldToEventLoop();
  }
}

/** The wallets whose name both portfolios have: the id of the kept one by that of the dropped one. */
async function findJoinedWallets(tx: Tx, fromId: string, toId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('wallets as moved')
    .innerJoin('wallets as same', 'same.name_key', 'moved.name_key')
    .select(['moved.id as movedId', 'same.id as sameId'])
    .where('moved.portfolio_id', '=', fromId)
    .where('same.portfolio_id', '=', toId)
    .execute();
  return new Map(rows.map(({ movedId, sameId }) => [movedId, sameId]));
}

/** Changes the wallets of the balances that a file states. */
async function moveCheckpoints(tx: Tx, importId: string, joined: ReadonlyMap<string, string>): Promise<void> {
  const { checkpoints } = await tx
    .selectFrom('imports')
    .select('checkpoints')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  if (checkpoints === '[]') return;
  const moved = (JSON.parse(checkpoints) as Checkpoint[]).map((point) => ({
    ...point,
    wallet: joined.get(point.wallet) ?? point.wallet,
  }));
  await tx
    .updateTable('imports')
    .set({ checkpoints: JSON.stringify(moved) })
    .where('id', '=', importId)
    .execute();
}
