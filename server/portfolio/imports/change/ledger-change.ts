import type { MergedRow } from '../algebra/import-row.ts';
import type { ImportedRow } from './imported-rows-store.ts';
import { isFixed, keyOfRow, type PortfolioPlan } from './plan-service.ts';

/** The changes that turn the stored ledger into the planned one. */
export interface LedgerChange {
  /** The stored row for each planned row. */
  readonly stored: ReadonlyMap<MergedRow, ImportedRow>;
  readonly added: readonly MergedRow[];
  /** Stored rows that are no longer in any file. */
  readonly removed: readonly ImportedRow[];
}

/**
 * Matches stored rows with planned rows: by key, then by the keys they had before further files were imported.
 * `undone`: an import whose edited rows are removed too.
 */
export function findChange(
  { ledger, imported, leftOut }: Pick<PortfolioPlan, 'ledger' | 'imported' | 'leftOut'>,
  undone?: string,
): LedgerChange {
  // The plan is empty when a portfolio's only file is undone.
  const byKey = indexByKey(ledger.rows.length > 0 ? imported : []);
  const stored = new Map<MergedRow, ImportedRow>();
  const claimed = new Set<ImportedRow>();
  const claim = (merged: MergedRow, key: string) => {
    // After an account merge a row may exist twice; claim both.
    const found = byKey.get(key);
    if (found === undefined) return false;
    const rows = [found].flat().filter((row) => !claimed.has(row));
    if (rows.length === 0) return false;
    for (const row of rows) claimed.add(row);
    stored.set(merged, rows.find(({ deleted_at }) => deleted_at === null) ?? rows[0]!);
    return true;
  };
  const left = ledger.rows.filter((merged) => !claim(merged, merged.key));
  const added: MergedRow[] = [];
  for (const merged of left) {
    if (merged.aliases.some((alias) => claim(merged, alias))) continue;
    if (!isLeftOut(merged, leftOut)) added.push(merged);
  }
  const removed = imported.filter(
    // Rows of no import come from an account file that was made while theirs was applied or undone.
    (row) => row.import_id !== null && !claimed.has(row) && (!isFixed(row) || row.import_id === undone),
  );
  return { stored, added, removed };
}

/** By key, with a list only for a key that several rows have: a list for each of a large ledger would take megabytes. */
function indexByKey(rows: readonly ImportedRow[]): Map<string, ImportedRow | ImportedRow[]> {
  const byKey = new Map<string, ImportedRow | ImportedRow[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, row);
    else if (Array.isArray(known)) known.push(row);
    else byKey.set(key, [known, row]);
  }
  return byKey;
}

/** Whether an answer keeps a row out of the ledger. */
export const isLeftOut = ({ key, aliases }: MergedRow, leftOut: ReadonlySet<string>): boolean =>
  leftOut.has(key) || aliases.some((alias) => leftOut.has(alias));
