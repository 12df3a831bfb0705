import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { PortfolioTable } from '#server/platform/database/tables/holding-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Clock } from '../platform/clock.ts';

type Tx = Transaction<Tables>;

/** Every account has a portfolio from the start. */
export function createMainPortfolio(clock: Clock): (tx: Tx, userId: string) => Promise<void> {
  return async (tx, userId) => {
    await tx
      .insertInto('portfolios')
      .values({ id: randomUUID(), user_id: userId, name: 'Main', created_at: clock.now(), ordinal: 0 })
      .execute();
  };
}

/**
 * Gives one user's holdings to another: into the portfolio of the same name where there is one, else with their
 * portfolio. Whatever the limit, nothing is lost; empty portfolios are not handed on.
 */
export async function mergePortfolios(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  // Nothing may be added to either meanwhile: what was added to the first would go with it.
  await lockUser(tx, fromUserId);
  await lockUser(tx, toUserId);
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
