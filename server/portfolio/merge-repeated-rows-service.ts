import type { Tx } from '#server/platform/database/transact.ts';
import { createImportedRowsStore, type ImportedRow } from './imports/change/imported-rows-store.ts';
import { noteOtherEdits } from './imports/change/note-other-edits-store.ts';
import { isFixed, keyOfRow } from './imports/change/plan-service.ts';
import { redirectLots } from './imports/change/redirect-lots-store.ts';

interface RepeatedRow {
  readonly row: ImportedRow;
  /** The id of the row that stays. */
  readonly kept: string;
  /** Whether it is a joined transfer and the row that stays is only one of its sides. The other side becomes a separate row. */
  readonly splitsTransfer: boolean;
  /** Whether it has edits that would be lost, and that are therefore noted on the row that stays. */
  readonly isNoted: boolean;
}

/** The rows to remove, by their ids. */
type RepeatedRows = ReadonlyMap<string, RepeatedRow>;

const importedRows = createImportedRowsStore();

/** A portfolio's rows from files, including deleted ones. */
interface Rows {
  readonly byKey: ReadonlyMap<string, ImportedRow>;
  /** Transfers joined from their two sides, by the key of the deposit; their own key is that of the withdrawal. */
  readonly byDeposit: ReadonlyMap<string, ImportedRow>;
  /** The key of the deposit of a joined transfer; undefined for other rows. */
  depositOf(row: ImportedRow): string | undefined;
}

async function readRows(tx: Tx, portfolioId: string): Promise<Rows> {
  const byKey = new Map(
    (await importedRows.listImported(tx, portfolioId)).map((row) => [keyOfRow(row), row]),
  );
  const joins = await importedRows.listJoins(tx, portfolioId);
  const byDeposit = new Map<string, ImportedRow>();
  for (const [out, into] of joins) {
    const row = byKey.get(out);
    if (row) byDeposit.set(into, row);
  }
  return { byKey, byDeposit, depositOf: (row) => joins.get(keyOfRow(row)) };
}

/**
 * Finds the rows that files have added to both of two portfolios, and the one of each pair to remove: the one in the
 * portfolio to be moved (`fromId`), unless only that one was edited. If one portfolio has a joined transfer and the other
 * only one of its sides, the transfer stays, unless only the side was edited: an edited side is never joined, just as in
 * an import.
 */
export async function findRepeatedRows(tx: Tx, fromId: string, toId: string): Promise<RepeatedRows> {
  const repeated = new Map<string, RepeatedRow>();
  const own = await readRows(tx, toId);
  if (own.byKey.size === 0) return repeated;
  const moved = await readRows(tx, fromId);
  const remove = (gone: ImportedRow, kept: ImportedRow, splitsTransfer = false) =>
    repeated.set(gone.id, {
      row: gone,
      kept: kept.id,
      splitsTransfer,
      isNoted: isEdited(gone) && kept.deleted_at === null,
    });
  const splitsTransfer = (gone: Rows, row: ImportedRow, kept: Rows, same: ImportedRow) =>
    gone.depositOf(row) !== undefined && kept.depositOf(same) === undefined;
  for (const row of moved.byKey.values()) {
    const same = own.byKey.get(keyOfRow(row));
    if (same && shouldKeepMoved(row, moved, same, own))
      remove(same, row, splitsTransfer(own, same, moved, row));
    else if (same) remove(row, same, splitsTransfer(moved, row, own, same));
  }
  const isGone = ({ id }: ImportedRow) => repeated.has(id);
  for (const [key, transfer] of own.byDeposit) {
    const side = moved.byKey.get(key);
    if (!side || isGone(side) || isGone(transfer)) continue;
    if (isEdited(side) && !isFixed(transfer)) remove(transfer, side, true);
    else remove(side, transfer);
  }
  for (const [key, transfer] of moved.byDeposit) {
    const side = own.byKey.get(key);
    if (!side || isGone(side) || isGone(transfer) || transfer.deleted_at !== null) continue;
    if (isFixed(side) && !isFixed(transfer)) remove(transfer, side, true);
    else remove(side, transfer);
  }
  return repeated;
}

const isEdited = (row: ImportedRow) => isFixed(row) && row.deleted_at === null;

/** Whether a moved row stays instead of the other portfolio's row with the same key. */
function shouldKeepMoved(row: ImportedRow, moved: Rows, same: ImportedRow, own: Rows): boolean {
  if (row.deleted_at !== null || isFixed(same)) return false;
  if (own.depositOf(same) !== undefined) return isFixed(row);
  const deposit = moved.depositOf(row);
  // Without the moved transfer, the deposit would be in neither portfolio, unless it is a separate row in the other.
  return isFixed(row) || (deposit !== undefined && !own.byKey.has(deposit));
}

/**
 * Removes repeated rows once both ledgers are in one portfolio, so that a file imported into both counts once, like a file
 * imported twice. Lots that name a removed row then name the row that stays, which also gets its edits, as notes.
 */
export async function removeRepeatedRows(
  tx: Tx,
  repeated: RepeatedRows,
  { portfolioId, revision }: { readonly portfolioId: string; readonly revision: number },
): Promise<void> {
  if (repeated.size === 0) return;
  // Dated long ago, so that they can't be restored.
  await importedRows.removeRows(tx, [...repeated.keys()], { deletedAt: 1, revision });
  const split = [...repeated.values()].filter(({ splitsTransfer }) => splitsTransfer);
  await importedRows.removeJoins(
    tx,
    portfolioId,
    split.map(({ row }) => keyOfRow(row)),
  );
  const kept = new Map([...repeated].map(([id, one]) => [id, one.kept]));
  await redirectLots(tx, kept, { portfolioId, revision });
  const noted = [...repeated.values()].filter(({ isNoted }) => isNoted);
  await noteOtherEdits(tx, new Map(noted.map(({ row, kept: id }) => [row.id, id])), {
    portfolioId,
    revision,
  });
  const gone = [...repeated.values()].filter(({ row }) => row.deleted_at === null).length;
  await tx
    .updateTable('portfolios')
    .set((row) => ({ transaction_count: row('transaction_count', '-', gone) }))
    .where('id', '=', portfolioId)
    .execute();
}
