import type { Milliseconds } from '#contract/units.ts';
import { findAdjoiningFiles } from './adjoining-files.ts';
import { changeRow } from './change-row.ts';
import { chooseRow } from './choose-row.ts';
import { groupByMovement } from './group-by-movement.ts';
import type { ImportFile, ImportRow, MergedRow, RowSource } from './import-row.ts';
import { LoneRow } from './lone-row.ts';
import { bucketOf, keyOf } from './row-identity.ts';

/** Equal rows at the end of one file and the start of another, which may be the same or separate transactions. */
export interface EqualRows {
  readonly key: string;
  readonly files: readonly number[];
  readonly row: ImportRow;
}

export interface MergedFiles {
  /** In the order in which their movements first appear. */
  readonly rows: MergedRow[];
  readonly equalRows: EqualRows[];
}

/** A ledger row being built: its time bucket at some precision, its id if known, and the files' rows assigned to it. */
interface Slot {
  readonly precision: Milliseconds;
  readonly bucket: number;
  id: string | null;
  readonly sources: { readonly source: RowSource; readonly occurrence: number }[];
}

interface MergeContext {
  readonly files: readonly ImportFile[];
  readonly kept: ReadonlySet<string>;
  /** The index of the first row of the movement being merged. */
  first: number;
  readonly equalRows: Map<string, { readonly first: number; readonly rows: EqualRows }>;
}

/**
 * Merges files as overlapping windows on one multiset of rows: a row counts as often as in the file that has it most
 * often. The order of the files doesn't matter. `kept`: keys of equal rows that are separate in two adjoining files.
 */
export function mergeRows(files: readonly ImportFile[], kept: ReadonlySet<string> = new Set()): MergedFiles {
  const context: MergeContext = { files, kept, first: 0, equalRows: new Map() };
  const count = files.reduce((sum, file) => sum + file.rows.length, 0);
  // By the index of their first row, because movements come in no particular order.
  const ordered = new Array<MergedRow | MergedRow[] | undefined>(count).fill(undefined);
  for (const { movement, sources, first } of groupByMovement(files)) {
    context.first = first;
    ordered[first] =
      sources.length === 1
        ? new LoneRow(keyOf(movement, identityOf(sources[0]!.row), 0), sources[0]!)
        : (mergeSame(movement, sources, context) ?? mergeMovement(movement, sources, context));
  }
  const equalRows = [...context.equalRows.values()].sort((a, b) => a.first - b.first).map(({ rows }) => rows);
  return { rows: ordered.flat().filter((row) => row !== undefined), equalRows };
}

const identityOf = ({ at, precision, externalId }: ImportRow) => ({
  precision,
  bucket: bucketOf(at, precision),
  id: externalId,
});

/** Shortcut: a movement in several files is nearly always one row, once in each file. */
function mergeSame(movement: string, sources: readonly RowSource[], context: MergeContext): MergedRow | null {
  const [first, ...others] = sources as readonly [RowSource, ...RowSource[]];
  const identity = identityOf(first.row);
  let last = first.file;
  for (const { row, file } of others) {
    const isSame =
      file > last &&
      row.precision === identity.precision &&
      row.externalId === identity.id &&
      bucketOf(row.at, identity.precision) === identity.bucket;
    if (!isSame) return null;
    last = file;
  }
  if (countRows({ movement, ...identity, inside: sources }, context).total > 1) return null;
  return {
    key: keyOf(movement, identity, 0),
    aliases: [],
    row: chooseRow(sources),
    sources,
  };
}

/**
 * From the finest precision to the coarsest: a coarse row is one of the finer rows within its span, if there are any.
 */
function mergeMovement(movement: string, sources: readonly RowSource[], context: MergeContext): MergedRow[] {
  const slots: Slot[] = [];
  const precisions = [...new Set(sources.map(({ row }) => row.precision))].sort((a, b) => a - b);
  for (const precision of precisions) {
    const upTo = sources.filter(({ row }) => row.precision <= precision);
    const finer = Map.groupBy(slots, (slot) => bucketOf(slot.bucket * slot.precision, precision));
    for (const [bucket, inside] of Map.groupBy(upTo, ({ row }) => bucketOf(row.at, precision))) {
      if (!inside.some(({ row }) => row.precision === precision)) continue;
      const known = finer.get(bucket) ?? [];
      for (const slot of mergeBucket({ movement, precision, bucket, inside }, known, context))
        slots.push(slot);
    }
  }
  return toMergedRows(movement, slots);
}

interface Bucket {
  readonly movement: string;
  readonly precision: Milliseconds;
  readonly bucket: number;
  /** Rows of this precision or finer within the bucket. */
  readonly inside: readonly RowSource[];
}

/** Returns the slots to add to the known ones, which are of finer precision. */
function mergeBucket(bucket: Bucket, known: readonly Slot[], context: MergeContext): Slot[] {
  const missing = listMissingIds(bucket.inside, known);
  const named = known.filter(({ id }) => id !== null).length + missing.length;
  const counted = countRows(bucket, context);
  const total = Math.max(known.length, named, counted.total);
  const added: Slot[] = [];
  const ids = missing.values();
  const nextId = () => ids.next().value ?? null;
  for (let count = known.length; count < total; count += 1)
    added.push({ precision: bucket.precision, bucket: bucket.bucket, id: nextId(), sources: [] });
  for (const slot of known) slot.id ??= nextId();
  const own = bucket.inside.filter(({ row }) => row.precision === bucket.precision);
  const slots = [...known, ...added];
  for (const [file, rows] of Map.groupBy(own, (source) => source.file))
    assignRows(counted.late.has(file) ? slots.toReversed() : slots, rows);
  return added;
}

/** Exchange ids in a bucket that no slot has yet, each as often as in the file that has it most often. */
function listMissingIds(inside: readonly RowSource[], known: readonly Slot[]): string[] {
  const missing: string[] = [];
  const named = inside.filter(({ row }) => row.externalId !== null);
  const there = Map.groupBy(known, ({ id }) => id);
  for (const [id, rows] of Map.groupBy(named, ({ row }) => row.externalId!)) {
    const most = Math.max(...countByFile(rows).values());
    for (let count = there.get(id)?.length ?? 0; count < most; count += 1) missing.push(id);
  }
  return missing.sort();
}

function countByFile(rows: readonly RowSource[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { file } of rows) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

interface RowCount {
  readonly total: number;
  /** Files whose rows follow those of a file that ends in the bucket. */
  readonly late: ReadonlySet<number>;
}

/**
 * How often the row counts: its maximum in one file, or the sum over two files that meet in the bucket if kept apart.
 */
function countRows({ movement, precision, bucket, inside }: Bucket, context: MergeContext): RowCount {
  const most = Math.max(...countByFile(inside).values());
  const unnamed = inside.filter(({ row }) => row.externalId === null && row.precision === precision);
  const adjoining = findAdjoiningFiles(context.files, countByFile(unnamed), { precision, bucket });
  if (!adjoining) return { total: most, late: new Set() };
  const key = `equal_rows:${keyOf(movement, { precision, bucket, id: null }, 0)}`;
  if (!context.equalRows.has(key))
    context.equalRows.set(key, {
      first: context.first,
      rows: { key, files: adjoining.files, row: unnamed[0]!.row },
    });
  if (!context.kept.has(key)) return { total: most, late: new Set() };
  return { total: Math.max(most, adjoining.rows), late: new Set(adjoining.beginning) };
}

/** Assigns one file's rows to slots: those with an id to the slot with that id, the others in order. */
function assignRows(slots: readonly Slot[], rows: readonly RowSource[]): void {
  const { file } = rows[0]!;
  const free = slots.filter(({ sources }) => sources.every((one) => one.source.file !== file));
  const taken = new Set<Slot>();
  const assign = (source: RowSource, slot: Slot | undefined, occurrence: number) => {
    if (!slot) throw new Error('a row has no place in the ledger of its own file');
    taken.add(slot);
    slot.sources.push({ source, occurrence });
  };
  const byId = new Map([...Map.groupBy(free, ({ id }) => id)].map(([id, some]) => [id, some.values()]));
  for (const source of rows)
    if (source.row.externalId !== null) assign(source, byId.get(source.row.externalId)?.next().value, 0);
  const others = free.filter((slot) => !taken.has(slot)).values();
  let occurrence = 0;
  for (const source of rows)
    if (source.row.externalId === null) assign(source, others.next().value, occurrence++);
}

/** Turns slots into rows with keys; their aliases are the keys they would have with fewer of the files. */
function toMergedRows(movement: string, slots: readonly Slot[]): MergedRow[] {
  const counts = new Map<string, number>();
  const count = (slot: Slot) => {
    const text = `${slot.precision} ${slot.bucket} ${slot.id ?? ''}`;
    const occurrence = counts.get(text) ?? 0;
    counts.set(text, occurrence + 1);
    return occurrence;
  };
  const filled = slots.filter(({ sources }) => sources.length > 0);
  return filled.map((slot) => {
    const occurrence = count(slot);
    const key = keyOf(movement, slot, occurrence);
    const aliases = new Set<string>();
    for (const { source, occurrence: ofFile } of slot.sources) {
      const { precision, bucket } = identityOf(source.row);
      aliases.add(keyOf(movement, { precision, bucket, id: null }, ofFile));
      if (slot.id !== null) aliases.add(keyOf(movement, { precision, bucket, id: slot.id }, occurrence));
    }
    aliases.delete(key);
    const sources = slot.sources.map((one) => one.source);
    const chosen = chooseRow(sources);
    const row = chosen.externalId === slot.id ? chosen : changeRow(chosen, { externalId: slot.id });
    if (aliases.size === 0 && sources.length === 1) return new LoneRow(key, { row, file: sources[0]!.file });
    return { key, aliases: [...aliases], row, sources };
  });
}
