/** A bound and whose it is. */
export interface BoundEntry {
  readonly bound: number;
  readonly key: number;
}

/** Bounds in ascending order with their keys, 16 bytes each; the arrays may have room for more. */
export interface BoundList {
  length: number;
  bounds: Float64Array;
  keys: Float64Array;
}

export function createBoundList(): BoundList {
  return { length: 0, bounds: new Float64Array(0), keys: new Float64Array(0) };
}

/** How many bounds are below a figure. */
export function countBelow({ bounds, length }: BoundList, figure: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! < figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many bounds are not above a figure. */
export function countUpTo({ bounds, length }: BoundList, figure: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! <= figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Room for a quarter more than is needed, so that adding one by one does not copy each time. */
function makeRoom(list: BoundList, length: number): void {
  if (length <= list.bounds.length) return;
  const capacity = list.length === 0 ? length : Math.ceil(length * 1.25);
  const [bounds, keys] = [new Float64Array(capacity), new Float64Array(capacity)];
  bounds.set(list.bounds.subarray(0, list.length));
  keys.set(list.keys.subarray(0, list.length));
  list.bounds = bounds;
  list.keys = keys;
}

/** Adds entries in any order; costs one pass over what is above the lowest of them. */
export function addBounds(list: BoundList, entries: readonly BoundEntry[]): void {
  const sorted = entries.toSorted((a, b) => a.bound - b.bound);
  let kept = list.length;
  makeRoom(list, kept + sorted.length);
  const { bounds, keys } = list;
  list.length = kept + sorted.length;
  for (let added = sorted.length; added > 0; added -= 1) {
    const { bound, key } = sorted[added - 1]!;
    const first = countUpTo({ bounds, keys, length: kept }, bound);
    bounds.copyWithin(first + added, first, kept);
    keys.copyWithin(first + added, first, kept);
    bounds[first + added - 1] = bound;
    keys[first + added - 1] = key;
    kept = first;
  }
}

/** Removes those from `first` up to `end` whose key should go. */
export function removeBounds(
  list: BoundList,
  [first, end]: readonly [number, number],
  shouldGo: (key: number) => boolean,
): void {
  const { bounds, keys } = list;
  let kept = first;
  for (let index = first; index < end; index += 1) {
    if (shouldGo(keys[index]!)) continue;
    bounds[kept] = bounds[index]!;
    keys[kept] = keys[index]!;
    kept += 1;
  }
  if (kept === end) return;
  bounds.copyWithin(kept, end, list.length);
  keys.copyWithin(kept, end, list.length);
  list.length -= end - kept;
}
