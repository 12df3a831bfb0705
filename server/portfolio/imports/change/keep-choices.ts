import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MergedRow } from '../algebra/import-row.ts';
import { findEnteredRows } from '../questions/entered-rows.ts';
import { sourceKey } from './keep-edits.ts';
import { findKeptEntries, type UndoneImport } from './kept-entries.ts';
import { findChange, isLeftOut, type LedgerChange } from './ledger-change.ts';
import type { PortfolioPlan } from './plan-service.ts';

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
  const replaced = findKeptEntries({ before, stored, without, change }, undone);
  const arrivals = findArrivals(
    undone.replaced.filter(({ id }) => !replaced.has(id)),
    change.added,
  );
  const leftOut = new Map<string, string[]>();
  const added = change.added.filter((merged) => {
    const source = merged.sources.find((one) => arrivals.has(merged) || sources.has(sourceKey(without, one)));
    if (!source) return true;
    const { id } = without.files[source.file]!.record;
    const known = leftOut.get(id);
    if (known) known.push(merged.key);
    else leftOut.set(id, [merged.key]);
    return false;
  });
  return { change: { ...change, added }, kept: { leftOut, replaced } };
}

/** The arrivals of transfers that the user entered with both sides and that are there again. */
const findArrivals = (restored: readonly TransactionRow[], added: readonly MergedRow[]) =>
  new Set(findEnteredRows(restored, added).flatMap(({ merged, isArrival }) => (isArrival ? [merged] : [])));
