import type { PricePoint } from '#contract/market.ts';
import { nearestIndex } from '../chart/chart-scale.ts';

/**
 * Another coin's line, rescaled to this coin's prices: both have the same height at `from`, and from there the same
 * distance is the same percentage.
 */
export function comparedLine(
  points: readonly PricePoint[],
  others: readonly PricePoint[],
  from: number,
): PricePoint[] {
  const start = points[firstFrom(points, from)];
  const other = others[firstFrom(others, from)];
  if (!start || !other || !(other[1] > 0)) return [];
  return others.map(([at, price]): PricePoint => [at, (price / other[1]) * start[1]]);
}

/** The index of the first point at or after `from`. */
function firstFrom(points: readonly PricePoint[], from: number): number {
  const nearest = nearestIndex(points, ([at]) => at, from);
  return nearest >= 0 && points[nearest]![0] < from ? nearest + 1 : nearest;
}
