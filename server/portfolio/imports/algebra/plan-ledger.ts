import { dropDuplicateTrades } from './drop-duplicate-trades.ts';
import { dropDuplicateTransfers } from './drop-duplicate-transfers.ts';
import type { ImportFile, MergedRow } from './import-row.ts';
import { type MatchedTransfers, matchTransfers, type TransferChoices } from './match-transfers.ts';
import { type EqualRows, mergeRows } from './merge-rows.ts';

export interface LedgerPlan {
  /** Ordered by instant, then key. */
  readonly rows: readonly MergedRow[];
  readonly equalRows: readonly EqualRows[];
  readonly openTransfers: MatchedTransfers['open'];
  readonly answeredTransfers: MatchedTransfers['answered'];
}

/**
 * Builds the ledger from a set of files. It depends only on the set: the order of imports, repeats, and imports undone
 * in between make no difference. `answers`: those given for any of the files.
 */
export function planLedger(files: readonly ImportFile[], choices: TransferChoices): LedgerPlan {
  const kept = new Set([...choices.answers].flatMap(([key, answer]) => (answer === 'keep' ? [key] : [])));
  const merged = mergeRows(files, kept);
  const compared = dropDuplicateTransfers(dropDuplicateTrades(merged.rows, files), files);
  const { rows, open, answered } = matchTransfers(compared, choices);
  rows.sort((a, b) => a.row.at - b.row.at || (a.key < b.key ? -1 : 1));
  return { rows, equalRows: merged.equalRows, openTransfers: open, answeredTransfers: answered };
}
