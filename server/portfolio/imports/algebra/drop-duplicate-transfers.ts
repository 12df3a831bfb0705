import { Decimal } from 'decimal.js';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Milliseconds } from '#contract/units.ts';
import { dropRows } from './drop-rows.ts';
import { filesOf, type ImportFile, type MergedRow } from './import-row.ts';
import { canonicalAmount, directionOf } from './row-identity.ts';

/** How far apart two files may date the same deposit or withdrawal: one when it was made, the other when it was booked. */
const maxApartMs: Milliseconds = 2 * 60 * 60_000;

interface Side {
  readonly merged: MergedRow;
  readonly layouts: ReadonlySet<string>;
}

/**
 * If an exchange lists its deposits and withdrawals in two kinds of files, such as a history and a list of withdrawals,
 * keeps each once. Times differ, and one file has a withdrawal's fee in its amount, so what left in all is compared. The
 * version with the on-chain hash wins, because its amount is what arrives elsewhere.
 */
export function dropDuplicateTransfers(rows: MergedRow[], files: readonly ImportFile[]): MergedRow[] {
  const dropped = new Set<MergedRow>();
  for (const [format, own] of Map.groupBy(files, (file) => file.format))
    if (new Set(own.map(({ layout }) => layout)).size > 1)
      for (const sides of groupSides(rows, files, format).values()) dropDuplicates(sides, dropped);
  return dropped.size === 0 ? rows : rows.filter((merged) => !dropped.has(merged));
}

/** Groups one exchange's deposits and withdrawals by coin and by the amount with its fee. */
function groupSides(rows: readonly MergedRow[], files: readonly ImportFile[], format: ImportFormat) {
  const groups = new Map<string, Side[]>();
  for (const merged of rows) {
    const { out, fee } = merged.row;
    const direction = directionOf(merged.row);
    if (!out || !('coinId' in out) || (direction !== 'in' && direction !== 'out')) continue;
    const own = filesOf(merged).filter((index) => files[index]!.format === format);
    if (own.length === 0) continue;
    const layouts = new Set(own.map((index) => files[index]!.layout));
    const isWithFee = direction === 'out' && fee && 'coinId' in fee && fee.coinId === out.coinId;
    const total = isWithFee ? new Decimal(out.amount).plus(fee.amount).toFixed() : out.amount;
    const key = `${direction} ${out.coinId} ${canonicalAmount(total)}`;
    const group = groups.get(key);
    if (group) group.push({ merged, layouts });
    else groups.set(key, [{ merged, layouts }]);
  }
  return groups;
}

function dropDuplicates(sides: readonly Side[], dropped: Set<MergedRow>): void {
  const names = [...new Set(sides.flatMap(({ layouts }) => [...layouts]))].sort();
  if (names.length < 2) return;
  const hasHash = (name: string) =>
    sides.some(({ merged, layouts }) => layouts.has(name) && merged.row.hash !== null);
  const [first = '', ...others] = names.toSorted((a, b) => Number(hasHash(b)) - Number(hasHash(a)));
  const ordered = sides.toSorted(
    (a, b) => a.merged.row.at - b.merged.row.at || (a.merged.key < b.merged.key ? -1 : 1),
  );
  const kept = new Set(ordered.filter(({ layouts }) => layouts.has(first)));
  for (const name of others) {
    const fresh = ordered.filter((side) => side.layouts.has(name) && !kept.has(side));
    const known = ordered.filter((side) => kept.has(side) && !side.layouts.has(name));
    const pairs = findSame(fresh, known);
    for (const side of fresh) {
      const same = pairs.get(side);
      if (same) dropRows([side.merged], same.merged, dropped);
      else kept.add(side);
    }
  }
}

const hashOf = ({ merged }: Side): string | undefined => merged.row.hash?.toLowerCase();

/** Pairs each with one of the others: by the hash if both have one, else by time. Different hashes are different movements. */
function findSame(sides: readonly Side[], others: readonly Side[]): Map<Side, Side> {
  const pairs = new Map<Side, Side>();
  const free = new Set(others);
  const pair = (side: Side, other: Side) => {
    pairs.set(side, other);
    free.delete(other);
  };
  const byHash = Map.groupBy(others, hashOf);
  for (const side of sides) {
    const other = hashOf(side) === undefined ? undefined : byHash.get(hashOf(side))?.pop();
    if (other) pair(side, other);
  }
  for (const hasHash of [true, false]) {
    const own = sides.filter((side) => !pairs.has(side) && (hashOf(side) !== undefined) === hasHash);
    const rest = [...free].filter((other) => !hasHash || hashOf(other) === undefined);
    for (const [side, other] of pairByTime(own, rest)) pair(side, other);
  }
  return pairs;
}

/** Pairs each with one of the others, going through both in order. */
function pairByTime(sides: readonly Side[], others: readonly Side[]): Map<Side, Side> {
  const pairs = new Map<Side, Side>();
  let next = 0;
  for (const side of sides) {
    while (next < others.length && others[next]!.merged.row.at < side.merged.row.at - maxApartMs) next += 1;
    const other = others[next];
    if (!other || other.merged.row.at > side.merged.row.at + maxApartMs) continue;
    pairs.set(side, other);
    next += 1;
  }
  return pairs;
}
