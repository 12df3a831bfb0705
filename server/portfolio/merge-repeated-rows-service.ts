import { setImmediate as giveWay } from 'node:timers/promises';
import type { Tx } from '#server/platform/database/transact.ts';
import { createImportedRowsStore, type ImportedRow } from './imports/change/imported-rows-store.ts';
import { isFixed, keyOfRow } from './imports/change/plan-service.ts';

interface StoredPick {
  readonly transactionId: string;
}

/** By the id of each row to remove, that of the row which stays. */
type RepeatedRows = ReadonlyMap<string, ImportedRow & { readonly kept: string }>;

const rowsOf = createImportedRowsStore();

/**
 * Finds the rows that files have put into both of two portfolios, and of each pair the one to remove: that of the portfolio
 * which moves (`fromId`), unless only it was edited.
 */
export async function findRepeatedRows(tx: Tx, fromId: string, toId: string): Promise<RepeatedRows> {
  const repeated = new Map<string, ImportedRow & { kept: string }>();
  const own = new Map((await rowsOf.listImported(tx, toId)).map((row) => [keyOfRow(row), row]));
  if (own.size === 0) return repeated;
  for (const row of await rowsOf.listImported(tx, fromId)) {
    const same = own.get(keyOfRow(row));
    if (!same) continue;
    const isOnlyEdit = isFixed(row) && row.deleted_at === null && !isFixed(same);
    const [gone, kept] = isOnlyEdit ? [same, row] : [row, same];
    repeated.set(gone.id, { ...gone, kept: kept.id });
  }
  return repeated;
}

/**
 * Removes repeated rows once both ledgers are in one portfolio, so that a file imported into both counts once as it does
 * when it is imported twice. Lots named of them are those of the rows that stay.
 */
export async function removeRepeatedRows(
  tx: Tx,
  repeated: RepeatedRows,
  { portfolioId, revision }: { readonly portfolioId: string; readonly revision: number },
): Promise<void> {
  if (repeated.size === 0) return;
  // Long ago: they can't be restored.
  await rowsOf.removeRows(tx, [...repeated.keys()], { deletedAt: 1, revision });
  await renameLots(tx, repeated, { portfolioId, revision });
  const gone = [...repeated.values()].filter(({ deleted_at }) => deleted_at === null).length;
  await tx
    .updateTable('portfolios')
    .set((row) => ({ transaction_count: row('transaction_count', '-', gone) }))
    .where('id', '=', portfolioId)
    .execute();
}

/** Each may name a thousand lots. */
const rowsAtOnce = 50;

async function renameLots(
  tx: Tx,
  repeated: RepeatedRows,
  { portfolioId, revision }: { readonly portfolioId: string; readonly revision: number },
): Promise<void> {
  for (let last = ''; ; ) {
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
      const picks = JSON.parse(lots!) as StoredPick[];
      if (!picks.some(({ transactionId }) => repeated.has(transactionId))) continue;
      const renamed = picks.map((pick) => ({
        ...pick,
        transactionId: repeated.get(pick.transactionId)?.kept ?? pick.transactionId,
      }));
      await tx
        .updateTable('transactions')
        .set({ lots: JSON.stringify(renamed), revision })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.id;
    await giveWay();
  }
}
