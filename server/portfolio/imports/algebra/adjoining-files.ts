import type { Milliseconds } from '#contract/units.ts';
import type { ImportFile } from './import-row.ts';
import { bucketOf } from './row-identity.ts';

/** Files of which one ends at the instant at which another begins, by their indices. */
export interface AdjoiningFiles {
  readonly files: readonly number[];
  readonly beginning: readonly number[];
  /** The rows of an ending and a beginning file added up (the maximum over all pairs). */
  readonly rows: number;
}

/**
 * Finds the files that adjoin in a time bucket; null if none do. `counts`: how many equal rows each file has in it.
 * Files of equal content don't count as two.
 */
export function findAdjoiningFiles(
  files: readonly ImportFile[],
  counts: ReadonlyMap<number, number>,
  { precision, bucket }: { readonly precision: Milliseconds; readonly bucket: number },
): AdjoiningFiles | null {
  if (counts.size < 2) return null;
  const at = (instant: number | null) => instant !== null && bucketOf(instant, precision) === bucket;
  const there = [...counts.keys()].map((index) => ({ index, file: files[index]! }));
  const ending = there.filter(({ file }) => at(file.to));
  const beginning = there.filter(({ file }) => at(file.from));
  const adjoining = ending.flatMap((end) =>
    beginning
      .filter((begin) => areAdjoining(end.file, begin.file))
      .map((begin) => ({ end: end.index, begin: begin.index })),
  );
  if (adjoining.length === 0) return null;
  const rows = Math.max(...adjoining.map(({ end, begin }) => counts.get(end)! + counts.get(begin)!));
  return {
    files: [...new Set(adjoining.flatMap(({ end, begin }) => [end, begin]))],
    beginning: [...new Set(adjoining.map(({ begin }) => begin))],
    rows,
  };
}

/** Whether two files of the same layout adjoin, neither within the other. */
function areAdjoining(end: ImportFile, begin: ImportFile): boolean {
  if (end.digest === begin.digest) return false;
  if (end.format !== begin.format || end.layout !== begin.layout) return false;
  return end.from! < begin.from! || begin.to! > end.to!;
}
