import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { mergeCoinAnswers } from './imports/coins/coin-answer-store.ts';
import { createMergedPortfolioStore } from './imports/merged-portfolio-store.ts';
import { findRepeatedRows, removeRepeatedRows } from './merge-repeated-rows-service.ts';
import { hasAppliedFiles, hasLedger, listPortfolios, mergeLedgers, movePortfolio } from './merge-store.ts';

/**
 * Moves one user's ledgers to another: into the portfolio of the same name if there is one, otherwise with their
 * portfolio. Wallets of the same name are joined, and rows that both have from files are kept once. Ids are kept, and
 * limits ignored, so that nothing is lost: first find out whether they fit (`findLedgerObstacle`, `findCountObstacle`).
 * Empty portfolios aren't moved. Where both have files, the `Settler` compares those afterwards.
 */
export async function mergePortfolios(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  // Lock the first user, because anything added meanwhile would be deleted with the account.
  await lockOwner(tx, fromUserId);
  await lockOwner(tx, toUserId);
  const own = await listPortfolios(tx, toUserId);
  for (const portfolio of await listPortfolios(tx, fromUserId)) {
    const sameName = own.find(({ name }) => name === portfolio.name);
    if (sameName) await mergePair(tx, portfolio.id, sameName.id);
    else if (await hasLedger(tx, portfolio)) await movePortfolio(tx, portfolio.id, toUserId);
  }
  await mergeCoinAnswers(tx, fromUserId, toUserId);
  await tx.deleteFrom('portfolios').where('user_id', '=', fromUserId).execute();
}

async function mergePair(tx: Tx, fromId: string, toId: string): Promise<void> {
  const repeated = await findRepeatedRows(tx, fromId, toId);
  const isSettled = !(await hasAppliedFiles(tx, fromId)) || !(await hasAppliedFiles(tx, toId));
  const revision = await mergeLedgers(tx, fromId, toId);
  await removeRepeatedRows(tx, repeated, { portfolioId: toId, revision });
  if (!isSettled) await createMergedPortfolioStore().add(tx, toId, revision);
}
