import type { Selectable } from 'kysely';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

type PortfolioRow = Selectable<PortfolioTable>;

/**
 * Moves one user's ledgers to another: into the portfolio of the same name if there is one, otherwise with their
 * portfolio. Wallets of the same name are joined. Ids are kept, and limits ignored, so that nothing is lost. Empty
 * portfolios aren't moved.
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

async function mergeLedgers(tx: Tx, fromId: string, toId: string): Promise<void> {
  await mergeImports(tx, fromId, toId);
  await mergeWallets(tx, fromId, toId);
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
  await tx
    .updateTable('transactions')
    .set({ portfolio_id: toId, revision })
    .where('portfolio_id', '=', fromId)
    .execute();
  await tx
    .updateTable('tax_reports')
    .set({ portfolio_id: toId })
    .where('portfolio_id', '=', fromId)
    .execute();
}

/** Moves wallets. If the other portfolio has one of the same name, its id is used in the transactions instead. */
async function mergeWallets(tx: Tx, fromId: string, toId: string): Promise<void> {
  const known = await tx.selectFrom('wallets').selectAll().where('portfolio_id', '=', toId).execute();
  const idOf = new Map(known.map(({ name_key, id }) => [name_key, id]));
  const moved = await tx.selectFrom('wallets').selectAll().where('portfolio_id', '=', fromId).execute();
  for (const { id, name_key } of moved) {
    const sameName = idOf.get(name_key);
    if (sameName === undefined) {
      await tx.updateTable('wallets').set({ portfolio_id: toId }).where('id', '=', id).execute();
      continue;
    }
    for (const column of ['wallet', 'to_wallet'] as const)
      await tx
        .updateTable('transactions')
        .set({ [column]: sameName })
        .where('portfolio_id', '=', fromId)
        .where(column, '=', id)
        .execute();
    await tx.deleteFrom('wallets').where('id', '=', id).execute();
  }
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
  const own = await tx
    .selectFrom('wallets')
    .select(['id', 'name_key'])
    .where('portfolio_id', '=', toId)
    .execute();
  const moved = await tx
    .selectFrom('wallets')
    .select(['id', 'name_key'])
    .where('portfolio_id', '=', fromId)
    .execute();
  for (const { id, name_key } of moved) {
    const same = own.find((wallet) => wallet.name_key === name_key);
    if (!same) continue;
    await tx.updateTable('import_wallets').set({ wallet_id: same.id }).where('wallet_id', '=', id).execute();
    await tx.updateTable('imports').set({ wallet: same.id }).where('wallet', '=', id).execute();
  }
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
