import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MergedRow, RowSource } from '../algebra/import-row.ts';
import { mayArrive } from '../algebra/match-transfers.ts';
import { directionOf } from '../algebra/row-identity.ts';
import { type EnteredRow, findEnteredRows } from '../questions/entered-rows.ts';
import type { ImportedRow } from './imported-rows-store.ts';
import { sourceKey } from './keep-edits.ts';
import { findKeptEntries, type UndoneImport, type UndonePlans } from './kept-entries.ts';
import { findChange, isLeftOut, type LedgerChange } from './ledger-change.ts';
import { isFixed, mergeAnswers, type PortfolioPlan } from './plan-service.ts';

/**
 * Decisions about the rows of an undone import that other files have too: those files remember them from then on. Without
 * its ids, the rows that they left out themselves may have other keys.
 */
export interface KeptChoices {
  /** By import: the keys of further rows to be left out. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
  /** By the id of an entry that stays replaced: the import that has it too. */
  readonly replaced: ReadonlyMap<string, string>;
}

export const noChoices: KeptChoices = { leftOut: new Map(), replaced: new Map() };

/**
 * Keeps such decisions, because what another file has too stays. Otherwise it would count twice: in the file and as the
 * user's entry. `before` is the plan with the undone file, `without` and `change` the plan and the change without it.
 */
export function keepChoices(
  before: PortfolioPlan,
  without: PortfolioPlan,
  change: LedgerChange,
  undone: UndoneImport,
): { readonly change: LedgerChange; readonly kept: KeptChoices } {
  // A transfer joined later, with a deposit of another file, may be in the ledger in spite of the answer.
  const { stored } = findChange(before);
  const sources = new Set(
    before.ledger.rows
      .filter((merged) => isLeftOut(merged, before.leftOut) && !stored.has(merged))
      .flatMap((merged) => merged.sources.map((source) => sourceKey(before, source))),
  );
  const plans = { before, stored, without, change };
  const { kept: replaced, restored } = findKeptEntries(plans, undone);
  const parted = findParted(restored, plans);
  const arrivals = findArrivals(
    undone.replaced.filter(({ id }) => !replaced.has(id)),
    change.added,
  );
  const leftOut = new Map<string, string[]>();
  const leaveOut = ({ key }: MergedRow, { file }: RowSource) => {
    const { id } = without.files[file]!.record;
    const known = leftOut.get(id);
    if (known) known.push(key);
    else leftOut.set(id, [key]);
  };
  const added = change.added.filter((merged) => {
    const source = merged.sources.find((one) => arrivals.has(merged) || sources.has(sourceKey(without, one)));
    if (source) leaveOut(merged, source);
    return !source;
  });
  const kept = { leftOut, replaced };
  if (parted.size === 0) return { change: { ...change, added }, kept };
  for (const merged of parted.keys()) leaveOut(merged, merged.sources[0]!);
  const staying = new Map([...change.stored].filter(([merged]) => !parted.has(merged)));
  return { change: { stored: staying, added, removed: [...change.removed, ...parted.values()] }, kept };
}

/** The arrivals of transfers that the user entered with both sides and that are there again. */
const findArrivals = (restored: readonly TransactionRow[], added: readonly MergedRow[]) =>
  new Set(findEnteredRows(restored, added).flatMap(({ merged, isArrival }) => (isArrival ? [merged] : [])));

/**
 * Such arrivals in the ledger, with their rows: they were not joined with the withdrawal that had replaced the entry,
 * because the user had edited that.
 */
function findParted(
  restored: readonly EnteredRow[],
  { before, stored, change }: UndonePlans,
): Map<MergedRow, ImportedRow> {
  const parted = new Map<MergedRow, ImportedRow>();
  const isEdited = (row: ImportedRow | undefined) => row !== undefined && isFixed(row);
  const edited = new Map(
    restored.flatMap(({ own, merged }) =>
      merged && isEdited(stored.get(merged)) ? [[own, merged] as const] : [],
    ),
  );
  if (edited.size === 0) return parted;
  const answers = mergeAnswers(before.files.map(({ record }) => record));
  const arrivals = [...change.stored].flatMap(([merged, row]) =>
    directionOf(merged.row) === 'in' && !isFixed(row) ? [merged] : [],
  );
  for (const { own, merged, isArrival } of findEnteredRows([...edited.keys()], arrivals))
    if (merged && isArrival && mayArrive(edited.get(own)!, merged, answers))
      parted.set(merged, change.stored.get(merged)!);
  return parted;
}
