import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/**
 * Moves one user's holdings to another: into the portfolio of the same name where there is one, otherwise together with
 * their portfolio. Limits don't apply: no holding is lost. Empty portfolios are not moved.
 */
export async function mergePortfolios(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  // What was added to the first meanwhile would be deleted with it.
  await lockOwner(tx, fromUserId);
  await lockOwner(tx, toUserId);
  const own = await listPortfolios(tx, toUserId);
  for (const portfolio of await listPortfolios(tx, fromUserId)) {
    const sameName = own.find(({ name }) => name === portfolio.name);
    if (sameName) await moveHoldings(tx, portfolio.id, sameName.id);
    else if (await hasHoldings(tx, portfolio.id)) await movePortfolio(tx, portfolio.id, toUserId);
  }
  await tx.deleteFrom('portfolios').where('user_id', '=', fromUserId).execute();
}

function listPortfolios(tx: Tx, userId: string): Promise<PortfolioTable[]> {
  return tx
    .selectFrom('portfolios')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
}

async function moveHoldings(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('holdings').set({ portfolio_id: toId }).where('portfolio_id', '=', fromId).execute();
}

async function hasHoldings(tx: Tx, portfolioId: string): Promise<boolean> {
  const one = tx.selectFrom('holdings').select('id').where('portfolio_id', '=', portfolioId).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

async function movePortfolio(tx: Tx, portfolioId: string, userId: string): Promise<void> {
  await tx.updateTable('portfolios').set({ user_id: userId }).where('id', '=', portfolioId).execute();
}
