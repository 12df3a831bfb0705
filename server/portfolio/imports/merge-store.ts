import type { Tx } from '#server/platform/database/transact.ts';

/** Moves the imports of one portfolio to another. Before its wallets: those of one name become one. */
export async function mergeImports(tx: Tx, fromId: string, toId: string): Promise<void> {
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

/** What one user answered about tickers counts for the other, where that one has not answered. */
export async function mergeCoinAnswers(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  const rows = await tx.selectFrom('coin_answers').selectAll().where('user_id', '=', fromUserId).execute();
  for (const row of rows)
    await tx
      .insertInto('coin_answers')
      .values({ ...row, user_id: toUserId })
      .onConflict((conflict) => conflict.columns(['user_id', 'exchange', 'ticker']).doNothing())
      .execute();
  await tx.deleteFrom('coin_answers').where('user_id', '=', fromUserId).execute();
}
