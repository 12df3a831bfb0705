import type { Milliseconds } from '#contract/units.ts';
import type { ImportFile } from './import-row.ts';
import { bucketOf } from './row-identity.ts';

/** Adjoining files: one ends at the instant at which another begins. */
export interface MetWindows {
  readonly files: readonly number[];
  readonly beginning: readonly number[];
  /** The rows of an ending and a beginning file added up (the maximum over all pairs). */
  readonly rows: number;
}

/** `counts`: how many equal rows each file has at the instant. Files of equal content don't count as two. */
export function findMetWindows(
  files: readonly ImportFile[],
  counts: ReadonlyMap<number, number>,
  { level, bucket }: { readonly level: Milliseconds; readonly bucket: number },
): MetWindows | null {
  if (counts.size < 2) return null;
  const at = (instant: number | null) => instant !== null && bucketOf(instant, level) === bucket;
  const there = [...counts.keys()].map((place) => ({ place, file: files[place]! }));
  const ending = there.filter(({ file }) => at(file.to));
  const beginning = there.filter(({ file }) => at(file.from));
  const met = ending.flatMap((end) =>
    beginning
      .filter((begin) => areAdjoining(end.file, begin.file))
      .map((begin) => ({ end: end.place, begin: begin.place })),
  );
  if (met.length === 0) return null;
  const rows = Math.max(...met.map(({ end, begin }) => counts.get(end)! + counts.get(begin)!));
  return {
    files: [...new Set(met.flatMap(({ end, begin }) => [end, begin]))],
    beginning: [...new Set(met.map(({ begin }) => begin))],
    rows,
  };
}

/** Whether two files of the same layout adjoin, neither within the other. */
function areAdjoining(end: ImportFile, begin: ImportFile): boolean {
  if (end.digest === begin.digest) return false;
  if (end.format !== begin.format || end.layout !== begin.layout) return false;
  return end.from! < begin.from! || begin.to! > end.to!;
}
