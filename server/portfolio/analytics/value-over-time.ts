import type { PricePoint } from '#contract/market.ts';

/** An amount of one coin and its price over time, oldest first. Doubles: for drawing only. */
export interface PricedAmount {
  readonly amount: number;
  readonly points: readonly PricePoint[];
}

/**
 * The total value over time. Starts where every coin has a price, and has the instants of the coin with the most points.
 * Between its own points, a coin keeps its last price.
 */
export function valueOverTime(lines: readonly PricedAmount[]): PricePoint[] {
  const drawn = lines.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return [];
  const start = Math.max(...drawn.map(({ points }) => points[0]![0]));
  const densest = drawn.reduce((a, b) => (b.points.length > a.points.length ? b : a));
  const times = densest.points.map(([time]) => time).filter((time) => time >= start);
  const sums = times.map(() => 0);
  for (const line of drawn) addLine(sums, times, line);
  return times.map((time, index) => [time, sums[index]!]);
}

function addLine(sums: number[], times: readonly number[], { amount, points }: PricedAmount): void {
  let next = 0;
  times.forEach((time, index) => {
    while (next < points.length && points[next]![0] <= time) next += 1;
    sums[index]! += amount * points[next - 1]![1];
  });
}
