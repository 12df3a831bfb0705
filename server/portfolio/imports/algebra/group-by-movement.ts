import type { ImportFile, ImportRow, RowSource } from './import-row.ts';
import { canonicalAmount, movementOf } from './row-identity.ts';

/** The rows of all files with one movement. */
export interface MovementRows {
  readonly movement: string;
  readonly sources: RowSource[];
  /** The index of its first row among the rows of all files. */
  readonly first: number;
}

/** The texts of the movements of a large file take as much memory as its rows, so they are only made for a part at a time. */
const partCount = 16;

/** A number below `partCount`, the same for all rows of a movement. */
function partOf(row: ImportRow): number {
  const leg = row.out ?? row.in;
  if (!leg) return 0;
  const amount = canonicalAmount(leg.amount);
  let sum = 0;
  for (let index = 0; index < amount.length; index += 1) sum = (sum * 31 + amount.charCodeAt(index)) | 0;
  return (sum ^ (sum >>> 16)) & (partCount - 1);
}

/** Groups the rows of all files by movement, in no particular order. */
export function* groupByMovement(files: readonly ImportFile[]): Generator<MovementRows> {
  const count = files.reduce((sum, { rows }) => sum + rows.length, 0);
  const all: ImportRow[] = [];
  const fileOf = new Uint32Array(count);
  const parts = new Uint8Array(count);
  for (const [file, { rows }] of files.entries())
    for (const row of rows) {
      fileOf[all.length] = file;
      parts[all.length] = partOf(row);
      all.push(row);
    }
  // Rows are linked by index, because lists would take as much memory as the rows.
  const next = new Int32Array(count).fill(-1);
  for (let part = 0; part < partCount; part += 1) {
    const groups = new Map<string, { readonly first: number; last: number }>();
    for (let index = parts.indexOf(part); index >= 0; index = parts.indexOf(part, index + 1)) {
      const movement = movementOf(all[index]!);
      const group = groups.get(movement);
      if (!group) groups.set(movement, { first: index, last: index });
      else {
        next[group.last] = index;
        group.last = index;
      }
    }
    for (const [movement, { first }] of groups) {
      const sources: RowSource[] = [];
      for (let index = first; index >= 0; index = next[index]!)
        sources.push({ row: all[index]!, file: fileOf[index]! });
      yield { movement, sources, first };
    }
  }
}
