import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LotPick } from '#contract/ledger/transaction.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** Rows read at a time. Each may name a thousand lots. */
const rowsAtOnce = 50;

/** Redirects the lots that a portfolio's transactions name to other transactions. `kept`: the new transaction id by the old. */
export async function redirectLots(
  tx: Tx,
  kept: ReadonlyMap<string, string>,
  { portfolioId, revision }: { readonly portfolioId: string; readonly revision: number },
): Promise<void> {
  for (let last = ''; kept.size > 0; ) {
    const rows = await tx
      .selectFrom('transactions')
      .select(['id', 'lots'])
      .where('portfolio_id', '=', portfolioId)
      .where('lots', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    for (const { id, lots } of rows) {
      const picks = JSON.parse(lots!) as LotPick[];
      if (!picks.some(({ transactionId }) => kept.has(transactionId))) continue;
      const renamed = picks.map((pick) => ({
        ...pick,
        transactionId: kept.get(pick.transactionId) ?? pick.transactionId,
      }));
      await tx
        .updateTable('transactions')
        .set({ lots: JSON.stringify(renamed), revision })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.id;
    await yieldToEventLoop();
  }
}
