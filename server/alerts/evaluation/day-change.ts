import type { PricePoint } from '#contract/market.ts';

const dayMs = 24 * 3_600_000;

/** In percent, with the five decimals that quotes have, so that 105 after 100 is 5 and not a hair more. */
function changeOf(price: number, before: number): number {
  return Math.round((price / before - 1) * 100e5) / 1e5;
}

/**
 * The change over 24 hours at each point of a price history (oldest first), in percent; null where the history does
 * not reach back a day. The price a day before is read off the line between the points around it.
 */
export function listDayChanges(points: readonly PricePoint[]): (number | null)[] {
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
