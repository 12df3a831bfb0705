import { setImmediate as giveWay } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

type PortfolioRow = Selectable<PortfolioTable>;

/**
 * Moves one user's ledgers to another: into the portfolio of the same name if there is one, otherwise with their
 * portfolio. Wallets of the same name are joined. Ids are kept, and limits ignored, so that nothing is lost: ask first
 * whether they fit (`findMergeObstacle`). Empty portfolios aren't moved.
 */
export async function mergePortfolios(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  // Lock the first user, because anything added meanwhile would be deleted with the account.
  await lockOwner(tx, fromUserId);
  await lockOwner(tx, toUserId);
  const own = await listPortfolios(tx, toUserId);
  for (const portfolio of await listPortfolios(tx, fromUserId)) {
    const sameName = own.find(({ name }) => name === portfolio.name);
    if (sameName) await mergeLedgers(tx, portfolio.id, sameName.id);
    else if (await hasLedger(tx, portfolio)) await movePortfolio(tx, portfolio.id, toUserId);
  }
  await mergeCoinAnswers(tx, fromUserId, toUserId);
  await tx.deleteFrom('portfolios').where('user_id', '=', fromUserId).execute();
}

function listPortfolios(tx: Tx, userId: string): Promise<PortfolioRow[]> {
  return tx
    .selectFrom('portfolios')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
}

/** Rows changed by one statement; other calls wait some milliseconds for it. */
const rowsAtOnce = 500;

async function mergeLedgers(tx: Tx, fromId: string, toId: string): Promise<void> {
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
}

/**
 * Moves transactions to a portfolio and to its wallets of the same names, in one pass and yielding to other calls: an
 * unverified account may have a hundred thousand, and hundreds of wallets.
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
    await giveWay();
    if (numUpdatedRows < BigInt(rowsAtOnce)) return;
  }
}

/** The id in one portfolio of the wallet with the same name as one in another, else the id unchanged. */
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

async function hasLedger(tx: Tx, { id, transaction_count: count }: PortfolioRow): Promise<boolean> {
  if (count > 0) return true;
  const wallet = tx.selectFrom('wallets').select('id').where('portfolio_id', '=', id).limit(1);
  const deleted = tx.selectFrom('transactions').select('id').where('portfolio_id', '=', id).limit(1);
  return [await wallet.executeTakeFirst(), await deleted.executeTakeFirst()].some(Boolean);
}

async function movePortfolio(tx: Tx, portfolioId: string, userId: string): Promise<void> {
  await tx.updateTable('portfolios').set({ user_id: userId }).where('id', '=', portfolioId).execute();
}

/** Moves imports from one portfolio to another. Call it before the wallets are merged. */
async function mergeImports(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx
    .updateTable('import_wallets')
    .set({ wallet_id: inPortfolio('import_wallets.wallet_id', fromId, toId) })
    .where('portfolio_id', '=', fromId)
    .execute();
  await tx
    .updateTable('imports')
    .set({ wallet: inPortfolio('imports.wallet', fromId, toId) })
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
  await tx.updateTable('imports').set({ portfolio_id: toId }).where('portfolio_id', '=', fromId).execute();
}

/** Copies one user's answers about tickers to the other, unless that user has answered too. */
async function mergeCoinAnswers(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  const rows = await tx.selectFrom('coin_answers').selectAll().where('user_id', '=', fromUserId).execute();
  for (const row of rows)
    await tx
      .insertInto('coin_answers')
      .values({ ...row, user_id: toUserId })
      .onConflict((conflict) => conflict.columns(['user_id', 'exchange', 'ticker']).doNothing())
      .execute();
  await tx.deleteFrom('coin_answers').where('user_id', '=', fromUserId).execute();
}
