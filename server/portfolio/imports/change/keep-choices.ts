import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import { filesOf, isInFile, type MergedRow } from '../algebra/import-row.ts';
import { directionOf } from '../algebra/row-identity.ts';
import { findEnteredRows } from '../questions/entered-rows.ts';
import { sourceKey } from './keep-edits.ts';
import { findChange, isLeftOut, type LedgerChange } from './ledger-change.ts';
import type { PortfolioPlan } from './plan-service.ts';

/** An import to be undone, and what it replaced. */
export interface UndoneImport {
  readonly id: string;
  /** The user's entries that it replaced. */
  readonly replaced: readonly TransactionRow[];
}

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
  const replaced = findReplaced(before, undone);
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

function findReplaced(before: PortfolioPlan, { id, replaced }: UndoneImport): Map<string, string> {
  const index = before.files.findIndex(({ record }) => record.id === id);
  const rows = before.ledger.rows
    .filter((merged) => isInFile(merged, index))
    .flatMap((merged) => splitSides(merged, index));
  const otherOf = (merged: MergedRow) => findOther(merged, index);
  /** Once a coin: thousands of positions may be of the same. */
  const histories = new Map<string | null, number | undefined>();
  const otherOfHistory = (coinId: string | null) => {
    if (!histories.has(coinId)) {
      const others = rows.filter((row) => hasCoin(row, coinId)).map(otherOf);
      histories.set(coinId, others.includes(undefined) ? undefined : others[0]);
    }
    return histories.get(coinId);
  };
  const found = new Map<string, string>();
  for (const { own, merged } of findEnteredRows(replaced, rows)) {
    // A position stays replaced only if the coin's whole history is still there.
    const other = merged ? otherOf(merged) : otherOfHistory(own.in_coin);
    if (other !== undefined) found.set(own.id, before.files[other]!.record.id);
  }
  return found;
}

/** A joined transfer as the sides that a file has, because what was entered may be either of them. */
function splitSides(merged: MergedRow, index: number): MergedRow[] {
  if (merged.joinedKey === undefined) return [merged];
  return merged.sources.flatMap(({ row, file }) => (file === index ? [{ ...merged, row }] : []));
}

/** Another file that has a row. Of a joined transfer it must have the same side, because only the other one would stay. */
function findOther(merged: MergedRow, index: number): number | undefined {
  const others = filesOf(merged).filter((file) => file !== index);
  if (merged.joinedKey === undefined) return others[0];
  const side = directionOf(merged.row);
  return others.find((other) =>
    merged.sources.some(({ row, file }) => file === other && directionOf(row) === side),
  );
}

const hasCoin = ({ row: { in: into, out } }: MergedRow, coinId: string | null): boolean =>
  [into, out].some((leg) => leg !== null && 'coinId' in leg && leg.coinId === coinId);
