import type { Figure } from './bound.ts';

/** A bound and the key of its alert. */
export interface BoundEntry {
  readonly bound: Figure;
  readonly key: number;
}

/** The common interface of number and bigint arrays. A list holds only one kind. */
interface Bounds {
  [index: number]: Figure;
  copyWithin(target: number, start: number, end?: number): unknown;
}

/** Bounds in ascending order with their keys, 16 bytes each for numbers. The arrays may be longer than `length`. */
export interface BoundList {
  length: number;
  bounds: Bounds;
  keys: Float64Array;
  /** Whether the bounds are bigints. */
  readonly isConverted: boolean;
  /** How many bounds are below the last quote; null if unknown because some were added since. */
  place: number | null;
}

export function createBoundList(isConverted = false): BoundList {
  const bounds = isConverted ? [] : new Float64Array(0);
  return { length: 0, bounds, keys: new Float64Array(0), isConverted, place: null };
}

/**
 * How many bounds are below a figure, or at most the figure with `isIncluded`. Fastest if the answer is close to
 * `near`, as it is for a coin's next quote.
 */
export function countBelow(
  { bounds, length }: Pick<BoundList, 'bounds' | 'length'>,
  figure: Figure,
  isIncluded: boolean,
  near: number,
): number {
  const isBelow = (bound: Figure) => bound < figure || (isIncluded && bound === figure);
  let [low, high] = [near, near];
  for (let step = 1; low > 0 && !isBelow(bounds[low - 1]!); step *= 2) {
    high = low - 1;
    low = Math.max(0, high - step);
  }
  for (let step = 1; high < length && isBelow(bounds[high]!); step *= 2) {
    low = high + 1;
    high = Math.min(length, high + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(bounds[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Grows by a quarter, so that adding bounds one by one does not copy the arrays each time. */
function makeRoom(list: BoundList, length: number): void {
  if (length <= list.keys.length) return;
  const capacity = list.length === 0 ? length : Math.ceil(length * 1.25);
  const keys = new Float64Array(capacity);
  keys.set(list.keys.subarray(0, list.length));
  list.keys = keys;
  if (list.bounds instanceof Float64Array) {
    const bounds = new Float64Array(capacity);
    bounds.set(list.bounds.subarray(0, list.length));
    list.bounds = bounds;
  } else {
    // `copyWithin` can't move entries beyond an array's length, so extend it with zeros.
    for (let index = list.length; index < capacity; index += 1) list.bounds[index] = 0n;
  }
}

/** Adds entries in any order, in one pass over the bounds above the lowest of them. */
export function addBounds(list: BoundList, entries: readonly BoundEntry[]): void {
  const sorted = entries.toSorted((a, b) => (a.bound < b.bound ? -1 : a.bound > b.bound ? 1 : 0));
  let kept = list.length;
  makeRoom(list, kept + sorted.length);
  const { bounds, keys } = list;
  list.length = kept + sorted.length;
  list.place = null;
  for (let added = sorted.length; added > 0; added -= 1) {
    const { bound, key } = sorted[added - 1]!;
    const first = countBelow({ bounds, length: kept }, bound, true, kept >>> 1);
    bounds.copyWithin(first + added, first, kept);
    keys.copyWithin(first + added, first, kept);
    bounds[first + added - 1] = bound;
    keys[first + added - 1] = key;
    kept = first;
  }
}

/** Removes bounds from `first` up to `end` by key. Returns how many in that range are left. */
export function removeBounds(
  list: BoundList,
  [first, end]: readonly [number, number],
  shouldRemove: (key: number) => boolean,
): number {
  const { bounds, keys } = list;
  let kept = first;
  for (let index = first; index < end; index += 1) {
    if (shouldRemove(keys[index]!)) continue;
    bounds[kept] = bounds[index]!;
    keys[kept] = keys[index]!;
    kept += 1;
  }
  if (kept < end) {
    bounds.copyWithin(kept, end, list.length);
    keys.copyWithin(kept, end, list.length);
    list.length -= end - kept;
  }
  return kept - first;
}
