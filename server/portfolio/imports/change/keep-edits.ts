import { filesOf, type MergedRow, type RowSource } from '../algebra/import-row.ts';
import { movementOf } from '../algebra/row-identity.ts';
import type { ImportedRow } from './imported-rows-store.ts';
import { findChange, type LedgerChange } from './ledger-change.ts';
import { isFixed, type PortfolioPlan } from './plan-service.ts';

/** Whether the plan without an import no longer finds rows that the user edited or deleted. */
export function losesEdits({ imported }: PortfolioPlan, { stored }: LedgerChange): boolean {
  const kept = new Set(stored.values());
  return imported.some((row) => isFixed(row) && !kept.has(row));
}

/**
 * The keys that edited and deleted rows have without the undone file's ids, if other files have them too and the plan
 * without it did not find them. With these keys they are known not to be joined with another side. `before` is the plan
 * with the undone file, `change` the change without it.
 */
export function listLostKeys(before: PortfolioPlan, change: LedgerChange): string[] {
  const kept = new Set([...change.stored.values()].map(({ id }) => id));
  return [...findChange(before).stored].flatMap(([merged, row]) => {
    const isLost = isFixed(row) && !kept.has(row.id);
    return isLost && merged.joinedKey === undefined && filesOf(merged).length > 1 ? merged.aliases : [];
  });
}

/**
 * Keeps edited and deleted rows that other files have too. Without the undone file's ids they have another key: the one
 * that the other files give them. `before` is the plan with the undone file; `without` and `change` are the plan and the
 * change without it, for the same stored rows.
 */
export function keepEdits(before: PortfolioPlan, without: PortfolioPlan, change: LedgerChange): LedgerChange {
  const stored = new Map(change.stored);
  const kept = new Set(stored.values());
  const added = new Set(change.added);
  const removed = new Set(change.removed);
  const bySource = new Map<string, MergedRow>();
  for (const merged of added)
    for (const source of merged.sources) bySource.set(sourceKey(without, source), merged);
  for (const [merged, row] of findChange(before).stored) {
    if (!isFixed(row) || kept.has(row)) continue;
    const same = merged.sources
      .map((source) => bySource.get(sourceKey(before, source)))
      .find((one) => one && added.has(one));
    if (!same) continue;
    if (isHalf(merged, row, same)) removed.add(row);
    else {
      stored.set(same, row);
      added.delete(same);
      removed.delete(row);
    }
  }
  return { stored, added: [...added], removed: [...removed] };
}

/** Whether only one side of a transfer is left, which is then added instead; false if the user deleted the transfer. */
const isHalf = ({ joinedKey }: MergedRow, { deleted_at }: ImportedRow, { joinedKey: left }: MergedRow) =>
  joinedKey !== undefined && left === undefined && deleted_at === null;

/** Identifies a row of a file. Lines alone do not, because several rows can come from the same lines. */
export const sourceKey = ({ files }: PortfolioPlan, { row, file }: RowSource): string =>
  `${files[file]!.record.id} ${row.lines.join()} ${movementOf(row)}`;
