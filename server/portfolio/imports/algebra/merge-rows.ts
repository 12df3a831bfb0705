import type { Milliseconds } from '#contract/units.ts';
import type { ImportFile, ImportRow, MergedRow, Told } from './import-row.ts';
import { findMetWindows } from './met-windows.ts';
import { chooseRow } from './row-content.ts';
import { bucketOf, keyOf, movementOf } from './row-identity.ts';

/** Rows at the end of one file and the beginning of another that nothing tells apart. */
export interface EqualRows {
  readonly key: string;
  readonly files: readonly number[];
  readonly row: ImportRow;
}

export interface MergedFiles {
  /** In no particular order. */
  readonly rows: MergedRow[];
  readonly equalRows: EqualRows[];
}

/** A row of the ledger in the making: an instant to a precision, an id where one is known, and what files say of it. */
interface Unit {
  readonly level: Milliseconds;
  readonly bucket: number;
  id: string | null;
  readonly told: { readonly told: Told; readonly occurrence: number }[];
}

interface MergeContext {
  readonly files: readonly ImportFile[];
  readonly kept: ReadonlySet<string>;
  readonly equalRows: EqualRows[];
}

/**
 * The multiset that files are windows on. Equal rows are one row, as often as the file has it that has it most often.
 * The same for any order of the files. `kept`: keys of equal rows that are rows of their own in either file.
 */
export function mergeRows(files: readonly ImportFile[], kept: ReadonlySet<string> = new Set()): MergedFiles {
  const groups = new Map<string, Told[]>();
  for (const [file, { rows }] of files.entries())
    for (const row of rows) {
      const movement = movementOf(row);
      const group = groups.get(movement);
      if (group) group.push({ row, file });
      else groups.set(movement, [{ row, file }]);
    }
  const context: MergeContext = { files, kept, equalRows: [] };
  const rows: MergedRow[] = [];
  for (const [movement, told] of groups) {
    const same = mergeSame(movement, told, context);
    if (same) rows.push(same);
    else rows.push(...mergeMovement(movement, told, context));
  }
  return { rows, equalRows: context.equalRows };
}

const placeOf = ({ at, precision, externalId }: ImportRow) => ({
  level: precision,
  bucket: bucketOf(at, precision),
  id: externalId,
});

/** Nearly always a movement is one row, and at most once in each file. */
function mergeSame(movement: string, told: readonly Told[], context: MergeContext): MergedRow | null {
  const [first, ...others] = told as [Told, ...Told[]];
  const place = placeOf(first.row);
  let last = first.file;
  for (const { row, file } of others) {
    const isSame =
      file > last &&
      row.precision === place.level &&
      row.externalId === place.id &&
      bucketOf(row.at, place.level) === place.bucket;
    if (!isSame) return null;
    last = file;
  }
  if (others.length > 0 && countRows({ movement, ...place, inside: told }, context).total > 1) return null;
  return {
    key: keyOf(movement, place, 0),
    aliases: [],
    row: chooseRow(told),
    told: [...told],
  };
}

/** From the finest instants to the coarsest: a coarser row is one of the finer ones within it. */
function mergeMovement(movement: string, told: readonly Told[], context: MergeContext): MergedRow[] {
  const units: Unit[] = [];
  const levels = [...new Set(told.map(({ row }) => row.precision))].sort((a, b) => a - b);
  for (const level of levels) {
    const upTo = told.filter(({ row }) => row.precision <= level);
    for (const [bucket, inside] of Map.groupBy(upTo, ({ row }) => bucketOf(row.at, level))) {
      if (!inside.some(({ row }) => row.precision === level)) continue;
      const known = units.filter((unit) => bucketOf(unit.bucket * unit.level, level) === bucket);
      units.push(...mergeBucket({ movement, level, bucket, inside }, known, context));
    }
  }
  return nameUnits(movement, units);
}

interface Bucket {
  readonly movement: string;
  readonly level: Milliseconds;
  readonly bucket: number;
  /** Rows of this precision or finer. */
  readonly inside: readonly Told[];
}

/** The rows that a bucket has beyond the known ones, which are of finer instants. */
function mergeBucket(bucket: Bucket, known: readonly Unit[], context: MergeContext): Unit[] {
  const missing = listMissingIds(bucket.inside, known);
  const named = known.filter(({ id }) => id !== null).length + missing.length;
  const counted = countRows(bucket, context);
  const total = Math.max(known.length, named, counted.total);
  const added: Unit[] = [];
  for (let count = known.length; count < total; count += 1)
    added.push({ level: bucket.level, bucket: bucket.bucket, id: missing.shift() ?? null, told: [] });
  for (const unit of known.filter(({ id }) => id === null)) unit.id = missing.shift() ?? null;
  const own = bucket.inside.filter(({ row }) => row.precision === bucket.level);
  const units = [...known, ...added];
  for (const [file, rows] of Map.groupBy(own, (told) => told.file))
    layRows(counted.late.has(file) ? units.toReversed() : units, rows);
  return added;
}

/** The exchange's ids in a bucket that no unit has, each as often as the file has it that has it most often. */
function listMissingIds(inside: readonly Told[], known: readonly Unit[]): string[] {
  const missing: string[] = [];
  const named = inside.filter(({ row }) => row.externalId !== null);
  for (const [id, rows] of Map.groupBy(named, ({ row }) => row.externalId!)) {
    const most = Math.max(...countByFile(rows).values());
    const there = known.filter((unit) => unit.id === id).length;
    for (let count = there; count < most; count += 1) missing.push(id);
  }
  return missing.sort();
}

function countByFile(rows: readonly Told[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { file } of rows) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

interface RowCount {
  readonly total: number;
  /** Files whose rows come after those of the file that ends there. */
  readonly late: ReadonlySet<number>;
}

/** How often a bucket's row is in the file that has it most often, or in two of which one ends where the other begins. */
function countRows({ movement, level, bucket, inside }: Bucket, context: MergeContext): RowCount {
  const most = Math.max(...countByFile(inside).values());
  const unnamed = inside.filter(({ row }) => row.externalId === null && row.precision === level);
  const met = findMetWindows(context.files, countByFile(unnamed), { level, bucket });
  if (!met) return { total: most, late: new Set() };
  const key = `equal_rows:${keyOf(movement, { level, bucket, id: null }, 0)}`;
  if (context.equalRows.every((rows) => rows.key !== key))
    context.equalRows.push({ key, files: met.files, row: unnamed[0]!.row });
  if (!context.kept.has(key)) return { total: most, late: new Set() };
  return { total: Math.max(most, met.rows), late: new Set(met.beginning) };
}

/** Lays one file's rows to units: those with an id to the unit that has it, the others in order. */
function layRows(units: readonly Unit[], rows: readonly Told[]): void {
  const { file } = rows[0]!;
  const free = new Set(units.filter(({ told }) => told.every((one) => one.told.file !== file)));
  const lay = (told: Told, fits: (unit: Unit) => boolean, occurrence: number) => {
    const unit = units.find((one) => free.has(one) && fits(one));
    if (!unit) throw new Error('a row has no place in the ledger of its own file');
    free.delete(unit);
    unit.told.push({ told, occurrence });
  };
  for (const told of rows)
    if (told.row.externalId !== null) lay(told, ({ id }) => id === told.row.externalId, 0);
  let occurrence = 0;
  for (const told of rows) if (told.row.externalId === null) lay(told, () => true, occurrence++);
}

/** Units with their keys, and every key that fewer of the files would give them. */
function nameUnits(movement: string, units: readonly Unit[]): MergedRow[] {
  const counts = new Map<string, number>();
  const count = (unit: Unit) => {
    const text = `${unit.level} ${unit.bucket} ${unit.id ?? ''}`;
    const occurrence = counts.get(text) ?? 0;
    counts.set(text, occurrence + 1);
    return occurrence;
  };
  const laid = units.filter(({ told }) => told.length > 0);
  return laid.map((unit) => {
    const occurrence = count(unit);
    const key = keyOf(movement, unit, occurrence);
    const aliases = new Set<string>();
    for (const { told, occurrence: ofFile } of unit.told) {
      const { level, bucket } = placeOf(told.row);
      aliases.add(keyOf(movement, { level, bucket, id: null }, ofFile));
      if (unit.id !== null) aliases.add(keyOf(movement, { level, bucket, id: unit.id }, occurrence));
    }
    aliases.delete(key);
    const told = unit.told.map((one) => one.told);
    return {
      key,
      aliases: [...aliases],
      row: { ...chooseRow(told), externalId: unit.id },
      told,
    };
  });
}
