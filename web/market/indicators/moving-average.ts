import type { PricePoint } from '#contract/market.ts';

/**
 * The simple moving average: at each point, the mean of the last `length` prices, `(P₁ + … + Pₙ) ÷ n`. Starts at the
 * first point that has as many.
 */
export function movingAverage(points: readonly PricePoint[], length: number): PricePoint[] {
  const averages: PricePoint[] = [];
  let sum = 0;
  points.forEach(([at, price], index) => {
    sum += price;
    if (index >= length) sum -= points[index - length]![1];
    if (index >= length - 1) averages.push([at, sum / length]);
  });
  return averages;
}
