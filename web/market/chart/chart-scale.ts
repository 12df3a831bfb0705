/** Maps `domain` onto `range` linearly. An empty domain maps to the end of the range. */
export function linearScale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  const span = to - from;
  return (value) => (span === 0 ? end : start + ((value - from) / span) * (end - start));
}

/** A span below this share of its values counts as flat, because doubles lack the precision for ticks. */
export const flatBelow = 1e-7;

/** The lowest and highest value, and whether they are practically equal. Null if there are no values. */
export function valueExtent(values: Iterable<number>): { low: number; high: number; isFlat: boolean } | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return null;
  return { low, high, isFlat: high - low <= Math.abs(high) * flatBelow };
}

/**
 * The prices at `bottom` and `top` of the axis, chosen so that `low` and `high` are at `lowY` and `highY` (px from the
 * top). A flat line is centred.
 */
export function priceDomain(
  extent: { low: number; high: number; isFlat: boolean },
  heights: { top: number; highY: number; lowY: number; bottom: number },
): [low: number, high: number] {
  const margin = extent.isFlat ? Math.abs(extent.high) * 0.01 || 1 : 0;
  const low = extent.low - margin;
  const high = extent.high + margin;
  const perPixel = (high - low) / (heights.lowY - heights.highY);
  return [low - (heights.bottom - heights.lowY) * perPixel, high + (heights.highY - heights.top) * perPixel];
}

/** Index of the item whose key is nearest to `target`, or -1 if there are none. Keys ascend. */
export function nearestIndex<T>(items: readonly T[], keyOf: (item: T) => number, target: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(items[middle]!) < target) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && target - keyOf(items[low - 1]!) < keyOf(items[low]!) - target) return low - 1;
  return items.length === 0 ? -1 : low;
}
