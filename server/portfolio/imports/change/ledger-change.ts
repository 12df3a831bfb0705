import type { MergedRow } from '../algebra/import-row.ts';
import type { ImportedRow } from './imported-rows-store.ts';
import { isFixed, keyOfRow, type PortfolioPlan } from './plan-service.ts';

/** What has to change so that the ledger is the one that files make. */
export interface LedgerChange {
  /** The stored row of each row of the plan. */
  readonly stored: ReadonlyMap<MergedRow, ImportedRow>;
  readonly added: readonly MergedRow[];
  /** Stored rows that no file has any more. */
  readonly removed: readonly ImportedRow[];
}

/**
 * Lays stored rows to the rows of a plan: by their keys, then by the keys that they had before other files told more of
 * them. `undone`: the import whose edited rows go too.
 */
export function findChange(
  { plan, imported, leftOut }: Pick<PortfolioPlan, 'plan' | 'imported' | 'leftOut'>,
  undone?: string,
): LedgerChange {
  const byKey = Map.groupBy(imported, keyOfRow);
  const stored = new Map<MergedRow, ImportedRow>();
  const claimed = new Set<ImportedRow>();
  const claim = (unit: MergedRow, key: string) => {
    // Accounts that were merged may have a row twice: both are the file's.
    const rows = byKey.get(key)?.filter((row) => !claimed.has(row)) ?? [];
    if (rows.length === 0) return false;
    for (const row of rows) claimed.add(row);
    stored.set(unit, rows.find(({ deleted_at }) => deleted_at === null) ?? rows[0]!);
    return true;
  };
  const left = plan.rows.filter((unit) => !claim(unit, unit.key));
  const added: MergedRow[] = [];
  for (const unit of left) {
    if (unit.aliases.some((alias) => claim(unit, alias))) continue;
    if (!isLeftOut(unit, leftOut)) added.push(unit);
  }
  const removed = imported.filter((row) => !claimed.has(row) && (!isFixed(row) || row.import_id === undone));
  return { stored, added, removed };
}

const isLeftOut = ({ key, aliases }: MergedRow, leftOut: ReadonlySet<string>): boolean =>
  leftOut.has(key) || aliases.some((alias) => leftOut.has(alias));
