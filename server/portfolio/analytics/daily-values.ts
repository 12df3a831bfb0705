import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PricedAmount } from './value-over-time.ts';

const dayMs = 86_400_000;

/** A positive value at the start of a day (in days since 1970, UTC). */
export interface DailyValue {
  readonly day: number;
  readonly value: number;
}

/** Real values lie far within these bounds. Outside them a price is wrong, and doubles lose precision. */
const credible = { min: 1e-60, max: 1e60 };

/**
 * The total value at the start of each day, oldest first, for days on which every coin has its own price: a price
 * carried over from another day would hide changes. The first of several prices in a day counts, because daily history
 * is at midnight. Yields to other calls after each coin: 250 coins over ten years take a second.
 */
export async function valueDaily(lines: readonly PricedAmount[]): Promise<DailyValue[]> {
  let total: ReadonlyMap<number, number> | undefined;
  for (const line of lines) {
    const days = listDays(line);
    total = total ? sumCommonDays(total, days) : days;
    await yieldToEventLoop();
  }
  return Array.from(total ?? [], ([day, value]) => ({ day, value })).filter(
    ({ value }) => value > credible.min && value < credible.max,
  );
}

/** Sums the days that both have. */
function sumCommonDays(
  some: ReadonlyMap<number, number>,
  others: ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [day, value] of some) {
    const other = others.get(day);
    if (other !== undefined) sums.set(day, value + other);
  }
  return sums;
}

function listDays({ amount, points }: PricedAmount): Map<number, number> {
  const days = new Map<number, number>();
  for (const [time, price] of points) {
    const day = Math.floor(time / dayMs);
    if (!days.has(day)) days.set(day, amount * price);
  }
  return days;
}
