import type { PricePoint } from '#contract/market.ts';
import type { BalanceSteps } from '../ledger/calculator/ledger-query.ts';

/** An amount of one coin, and its price over time, oldest first. Floats, for charts only. */
export interface PricedAmount {
  readonly amount: number;
  readonly points: readonly PricePoint[];
  /** The balance over time, if it wasn't always `amount`; 0 before the first step. */
  readonly steps?: BalanceSteps | undefined;
}

/**
 * The total value over time. Starts once every coin held has a price, and uses the instants of the coin with the most
 * points. Between its own points, a coin keeps its last price.
 */
export function valueOverTime(lines: readonly PricedAmount[]): PricePoint[] {
  const drawn = lines.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return [];
  const start = Math.max(...drawn.map(findStart));
  const densest = drawn.reduce((a, b) => (b.points.length > a.points.length ? b : a));
  const times = densest.points.map(([time]) => time).filter((time) => time >= start);
  const sums = times.map(() => 0);
  for (const line of drawn) addLine(sums, times, line);
  return times.map((time, index) => [time, sums[index]!]);
}

/** From when on a coin has a price or isn't held yet: a coin acquired later needs no earlier price. */
function findStart({ points, steps }: PricedAmount): number {
  const [first] = points[0]!;
  const heldSince = steps?.[0];
  return heldSince !== undefined && heldSince >= first ? Number.NEGATIVE_INFINITY : first;
}

function addLine(sums: number[], times: readonly number[], { amount, points, steps }: PricedAmount): void {
  let next = 0;
  let nextStep = 0;
  times.forEach((time, index) => {
    while (next < points.length && points[next]![0] <= time) next += 1;
    while (steps && nextStep < steps.length && steps[nextStep]! <= time) nextStep += 2;
    const held = steps ? (steps[nextStep - 1] ?? 0) : amount;
    if (held !== 0) sums[index]! += held * points[next - 1]![1];
  });
}
