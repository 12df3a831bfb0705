import { compareLayouts } from './compare-layouts.ts';
import type { ImportFile, MergedRow } from './import-row.ts';
import { type MatchedTransfers, matchTransfers, type TransferChoices } from './match-transfers.ts';
import { type EqualRows, mergeRows } from './merge-rows.ts';

export interface LedgerPlan {
  /** By instant, then by key. */
  readonly rows: readonly MergedRow[];
  readonly equalRows: readonly EqualRows[];
  readonly openTransfers: MatchedTransfers['open'];
  readonly answeredTransfers: MatchedTransfers['answered'];
}

/**
 * The ledger that files make together: a function of the set of files, so that the order in which they were imported, how
 * often, and which were undone in between make no difference. `answers`: to questions of any of them.
 */
export function planLedger(
  files: readonly ImportFile[],
  { answers, fixed, joined }: TransferChoices,
): LedgerPlan {
  const kept = new Set([...answers].flatMap(([key, answer]) => (answer === 'keep' ? [key] : [])));
  const merged = mergeRows(files, kept);
  const compared = compareLayouts(merged.rows, files);
  const { rows, open, answered } = matchTransfers(compared, { answers, fixed, joined });
  rows.sort((a, b) => a.row.at - b.row.at || (a.key < b.key ? -1 : 1));
  return { rows, equalRows: merged.equalRows, openTransfers: open, answeredTransfers: answered };
}
