import type { PricePoint } from '#contract/market.ts';
import type { Percent } from '#contract/units.ts';

const dayMs = 24 * 3_600_000;

/** Rounded to a quote's five decimals, so that 105 after 100 is exactly 5. */
function changeOf(price: number, before: number): Percent {
  return Math.round((price / before - 1) * 100e5) / 1e5;
}

/**
 * The 24h change at each point of a price history, oldest first; null while the history is shorter than a day. The
 * price a day earlier is interpolated between the neighbouring points.
 */
export function listDayChanges(points: readonly PricePoint[]): (Percent | null)[] {
  let next = 0;
  return points.map(([at, price]) => {
    const dayBefore = at - dayMs;
    while (points[next]![0] < dayBefore) next += 1;
    const [laterAt, laterPrice] = points[next]!;
    const earlier = points[next - 1];
    if (laterAt === dayBefore) return changeOf(price, laterPrice);
    if (!earlier) return null;
    const [earlierAt, earlierPrice] = earlier;
    const share = (dayBefore - earlierAt) / (laterAt - earlierAt);
    return changeOf(price, earlierPrice + share * (laterPrice - earlierPrice));
  });
}
