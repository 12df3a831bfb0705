import type { Instant, Milliseconds } from '#contract/units.ts';
import type { MergedRow } from '../algebra/import-row.ts';

/** Rows that are found by time. */
export interface NearestRows {
  /** The nearest row that isn't taken, at most so far away; the earlier one of two. */
  find(at: Instant, maxApart: Milliseconds): MergedRow | undefined;
}

/** Finds rows in nearly constant time, even if tens of thousands are taken: those are skipped together. */
export function createNearestRows(
  rows: readonly MergedRow[],
  isTaken: (row: MergedRow) => boolean,
): NearestRows {
  const sorted = rows.toSorted((a, b) => a.row.at - b.row.at);
  // By place, the next place that may be free. Place 0 is before the first row, and the last place after the last row.
  const [later, earlier] = [1, 2].map(() => Array.from({ length: sorted.length + 2 }, (_, place) => place));
  const findFree = (links: number[], start: number, step: 1 | -1): MergedRow | undefined => {
    for (let place = follow(links, start); ; place = follow(links, place)) {
      const row = sorted[place - 1];
      if (!row || !isTaken(row)) return row;
      links[place] = place + step;
    }
  };
  return {
    find(at, maxApart) {
      const place = countBefore(sorted, at);
      const found = [findFree(earlier!, place, -1), findFree(later!, place + 1, 1)].filter(
        (one) => one !== undefined && distance(one, at) <= maxApart,
      );
      return found.sort((a, b) => distance(a!, at) - distance(b!, at))[0];
    },
  };
}

const distance = ({ row }: MergedRow, at: Instant) => Math.abs(row.at - at);

/** The end of a chain of links. Shortens the chain. */
function follow(links: number[], start: number): number {
  let end = start;
  while (links[end] !== end) end = links[end]!;
  for (let place = start; place !== end; ) {
    const next = links[place]!;
    links[place] = end;
    place = next;
  }
  return end;
}

/** How many of the rows, which are in order, are before an instant. */
function countBefore(sorted: readonly MergedRow[], at: Instant): number {
  let [first, end] = [0, sorted.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (sorted[middle]!.row.at < at) first = middle + 1;
    else end = middle;
  }
  return first;
}
