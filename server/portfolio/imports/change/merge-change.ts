import type { MergedRow } from '../algebra/import-row.ts';
import { findEnteredRows } from '../questions/entered-rows.ts';
import type { ImportedRow } from './imported-rows-store.ts';
import { findChange, isLeftOut, type LedgerChange } from './ledger-change.ts';
import { isFixed, keyOfRow, type PortfolioPlan } from './plan-service.ts';

export interface MergeChange {
  readonly change: LedgerChange;
  /** For each removed row that repeats another: its id, and the id of the row that stays. */
  readonly kept: ReadonlyMap<string, string>;
  /** The part of `kept` whose removed rows were edited. */
  readonly edited: ReadonlyMap<string, string>;
}

/**
 * The changes that turn two ledgers, which are now in one portfolio, into the ledger that results from all their files
 * together. If the files show that two rows are the same, one of them stays: as in a merge of accounts, the row that was
 * already in the portfolio, unless only the moved one was edited. `moved`: the revision since which rows may have been
 * moved.
 */
export function findMergeChange(plan: PortfolioPlan, moved: number): MergeChange {
  const { stored: first, added, removed } = findChange(plan);
  const stored = new Map(first);
  const gone = new Set(removed);
  const kept = new Map<string, string>();
  const edited = new Map<string, string>();
  const rest = listRest(plan, stored);
  for (const [merged, row] of first) {
    const repeats = takeRepeats(merged, rest);
    if (repeats.length === 0) continue;
    const best = chooseStored([row, ...repeats], moved);
    stored.set(merged, best);
    for (const one of [row, ...repeats])
      if (one !== best) {
        gone.add(one);
        kept.set(one.id, best.id);
        if (isEdited(one) && best.deleted_at === null) edited.set(one.id, best.id);
      }
    gone.delete(best);
  }
  for (const { merged, ownId } of findEntered(plan, stored)) {
    const row = stored.get(merged)!;
    stored.delete(merged);
    gone.add(row);
    kept.set(row.id, ownId);
  }
  return { change: { stored, added, removed: [...gone] }, kept, edited };
}

/** Rows that one user left out in favour of a manual entry, and that the other user's ledger had. */
function findEntered(
  { own, leftOut }: PortfolioPlan,
  stored: ReadonlyMap<MergedRow, ImportedRow>,
): { readonly merged: MergedRow; readonly ownId: string }[] {
  if (leftOut.size === 0) return [];
  const both = [...stored].flatMap(([merged, row]) =>
    isLeftOut(merged, leftOut) && !isFixed(row) ? [merged] : [],
  );
  return findEnteredRows(own, both).flatMap(({ merged, own: { id } }) =>
    merged ? [{ merged, ownId: id }] : [],
  );
}

/** Stored rows that are not matched with a planned row yet, by key. */
function listRest(
  { imported }: PortfolioPlan,
  stored: ReadonlyMap<MergedRow, ImportedRow>,
): Map<string, ImportedRow[]> {
  const taken = new Set(stored.values());
  return Map.groupBy(
    imported.filter((row) => !taken.has(row)),
    keyOfRow,
  );
}

function takeRepeats({ key, aliases }: MergedRow, rest: Map<string, ImportedRow[]>): ImportedRow[] {
  if (rest.size === 0) return [];
  return [key, ...aliases].flatMap((one) => {
    const rows = rest.get(one) ?? [];
    rest.delete(one);
    return rows;
  });
}

function chooseStored(rows: readonly ImportedRow[], moved: number): ImportedRow {
  const [first] = rows.toSorted((a, b) => Number(a.revision >= moved) - Number(b.revision >= moved));
  if (isFixed(first!)) return first!;
  return rows.find(isEdited) ?? first!;
}

const isEdited = (row: ImportedRow) => isFixed(row) && row.deleted_at === null;
