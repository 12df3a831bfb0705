import type { PricedAmount } from './value-over-time.ts';

const dayMs = 86_400_000;

/** The value, above zero, at the start of a day (in days since 1970, UTC). */
export interface DailyValue {
  readonly day: number;
  readonly value: number;
}

/** Real values lie far within these bounds; outside, a price is wrong and doubles lose precision. */
const credible = { min: 1e-60, max: 1e60 };

/**
 * The total value at the start of each day, oldest first, for days on which every coin has its own price: a price carried
 * over from another day would hide changes. Of several prices in a day the first counts, as daily history is at midnight.
 */
export function valueDaily(lines: readonly PricedAmount[]): DailyValue[] {
  const [first, ...others] = lines.map(listDays);
  if (!first) return [];
  return Array.from(first, ([day, value]) => ({
    day,
    value: others.reduce((sum, days) => sum + (days.get(day) ?? Number.NaN), value),
  })).filter(({ value }) => value > credible.min && value < credible.max);
}

function listDays({ amount, points }: PricedAmount): Map<number, number> {
  const days = new Map<number, number>();
  for (const [time, price] of points) {
    const day = Math.floor(time / dayMs);
    if (!days.has(day)) days.set(day, amount * price);
  }
  return days;
}
