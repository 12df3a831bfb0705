import { elsewhere } from '../../ledger/engine/entry.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import { changeRow } from '../algebra/change-row.ts';
import { filesOf, type ImportRow, isInFile, type MergedRow } from '../algebra/import-row.ts';
import { directionOf } from '../algebra/row-identity.ts';
import { type EnteredRow, findEnteredRows } from '../questions/entered-rows.ts';
import type { LedgerChange } from './ledger-change.ts';
import { keyOfRow, type PortfolioPlan } from './plan-service.ts';

/** An import to be undone, and what it replaced. */
export interface UndoneImport {
  readonly id: string;
  /** The user's entries that it replaced. */
  readonly replaced: readonly TransactionRow[];
}

export interface UndonePlans {
  /** The plan with the import, and the stored rows of its rows. */
  readonly before: PortfolioPlan;
  readonly stored: LedgerChange['stored'];
  /** The plan and the change without it. */
  readonly without: PortfolioPlan;
  readonly change: LedgerChange;
}

export interface KeptEntries {
  /** By the id of an entry that stays replaced: the import with which it does. */
  readonly kept: ReadonlyMap<string, string>;
  /** The others, with the rows of the undone file that had replaced them. */
  readonly restored: readonly EnteredRow[];
}

/**
 * Finds the entries that stay replaced, because what replaced them stays in the ledger: as a row of another file, or as a
 * transfer that the user edited.
 */
export function findKeptEntries(plans: UndonePlans, { id, replaced }: UndoneImport): KeptEntries {
  const { before } = plans;
  if (replaced.length === 0) return { kept: new Map(), restored: [] };
  const index = before.files.findIndex(({ record }) => record.id === id);
  const staying = listStaying(plans);
  const otherOf = (side: MergedRow): string | undefined => {
    const other = filesOf(side).find((file) => file !== index);
    return other === undefined ? staying.get(side.key) : before.files[other]!.record.id;
  };
  const whole = before.ledger.rows.filter((merged) => isInFile(merged, index));
  const sides = whole.flatMap((merged) => splitSides(merged, index));
  const rows = sides.filter((side) => isInFile(side, index));
  /** Once a coin: thousands of positions may be of the same. */
  const histories = new Map<string | null, string | undefined>();
  const otherOfHistory = (coinId: string | null) => {
    if (!histories.has(coinId)) {
      const others = rows.filter((row) => hasCoin(row, coinId)).map(otherOf);
      histories.set(coinId, others.includes(undefined) ? undefined : others[0]);
    }
    return histories.get(coinId);
  };
  const kept = new Map<string, string>();
  const keep = (entryId: string, other: string | undefined) => {
    if (other !== undefined) kept.set(entryId, other);
  };
  const first = findEnteredRows(replaced, rows);
  // A position stays replaced only if the coin's whole history is still there.
  for (const { own, merged } of first) keep(own.id, merged ? otherOf(merged) : otherOfHistory(own.in_coin));
  // The import may have taken over an entry of the other side, which was in a file that was undone.
  const known = new Set(first.map(({ own }) => own.id));
  const rest = replaced.filter((own) => !known.has(own.id));
  const opposite = [...sides.filter((side) => !isInFile(side, index)), ...listEditedSides(whole, plans)];
  for (const { own, merged, isArrival } of findEnteredRows(rest, opposite))
    if (merged && !isArrival) keep(own.id, otherOf(merged));
  return { kept, restored: first.filter(({ own }) => !kept.has(own.id)) };
}

/** By key: the import with which an edited transfer between the user's wallets stays. It keeps both sides. */
function listStaying({ before: { moved }, stored, without, change }: UndonePlans): Map<string, string> {
  const staying = new Map<string, string>();
  if (moved.size === 0) return staying;
  const after = new Map<string, MergedRow>();
  for (const [merged, row] of change.stored) if (moved.has(keyOfRow(row))) after.set(row.id, merged);
  for (const [{ key }, row] of stored) {
    const merged = after.get(row.id);
    if (merged) staying.set(key, without.files[filesOf(merged)[0]!]!.record.id);
  }
  return staying;
}

/** A joined transfer as its sides, because what was entered may be either of them; as the file has them, if it does. */
function splitSides(merged: MergedRow, index: number): MergedRow[] {
  if (merged.joinedKey === undefined) return [merged];
  const sides = Map.groupBy(merged.sources, ({ row }) => directionOf(row)).values();
  return [...sides].map((sources) => {
    const { row } = sources.find(({ file }) => file === index) ?? sources[0]!;
    return { key: merged.key, aliases: [], row, sources };
  });
}

/** The sides that only the user's edits have. */
function listEditedSides(
  rows: readonly MergedRow[],
  { before: { moved }, stored }: UndonePlans,
): MergedRow[] {
  if (moved.size === 0) return [];
  return rows.flatMap((merged) => {
    const row = merged.joinedKey === undefined ? stored.get(merged) : undefined;
    const wallets = row && moved.get(keyOfRow(row));
    const side = wallets && turnSide(merged.row, wallets);
    return side ? [{ key: merged.key, aliases: [], row: side, sources: [] }] : [];
  });
}

function turnSide(row: ImportRow, { wallet, toWallet }: { wallet: string; toWallet: string }) {
  const direction = directionOf(row);
  if (direction === 'out') return changeRow(row, { wallet: elsewhere, toWallet });
  return direction === 'in' ? changeRow(row, { wallet, toWallet: elsewhere }) : null;
}

const hasCoin = ({ row: { in: into, out } }: MergedRow, coinId: string | null): boolean =>
  [into, out].some((leg) => leg !== null && 'coinId' in leg && leg.coinId === coinId);
