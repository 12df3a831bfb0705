import type { PricedAmount } from './value-over-time.ts';

const dayMs = 86_400_000;

/** The value, above zero, with which a day (days since 1970, UTC) began. */
export interface DailyValue {
  readonly day: number;
  readonly value: number;
}

/** What amounts of coins were ever worth lies far within; outside, a price is wrong, and doubles lose their way. */
const credible = { least: 1e-60, most: 1e60 };

/**
 * What the amounts together were worth when each day began, oldest first: on the days on which every one has a price of
 * its own. A price carried over from another day would hide changes. Of several in a day the first counts: daily history
 * stands at midnight.
 */
export function valueDaily(lines: readonly PricedAmount[]): DailyValue[] {
  const [first, ...others] = lines.map(listDays);
  if (!first) return [];
  return Array.from(first, ([day, value]) => ({
    day,
    value: others.reduce((sum, days) => sum + (days.get(day) ?? Number.NaN), value),
  })).filter(({ value }) => value > credible.least && value < credible.most);
}

function listDays({ amount, points }: PricedAmount): Map<number, number> {
  const days = new Map<number, number>();
  for (const [time, price] of points) {
    const day = Math.floor(time / dayMs);
    if (!days.has(day)) days.set(day, amount * price);
  }
  return days;
}
