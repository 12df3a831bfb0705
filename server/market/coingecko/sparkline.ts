import { sparklinePoints } from '#contract/market.ts';

const digits = 5;

/**
 * At most 30 evenly spaced points, including the first and the last, with five significant digits each. Non-prices
 * (null, text, zero, not finite) are dropped first.
 */
export function cutSparkline(points: readonly unknown[], maxPoints = sparklinePoints): number[] {
  const prices = points.filter((point): point is number => Number.isFinite(point) && (point as number) > 0);
  const wanted = Math.min(prices.length, maxPoints);
  const step = wanted > 1 ? (prices.length - 1) / (wanted - 1) : 0;
  return Array.from({ length: wanted }, (_, index) =>
    Number(prices[Math.round(index * step)]!.toPrecision(digits)),
  );
}
