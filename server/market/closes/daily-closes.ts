import { Decimal } from 'decimal.js';
import type { PricePoint } from '#contract/market.ts';
import type { CoinId, DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import { isPrice } from '../price-check/tenfold.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ArchivedClose } from './close-block.ts';

/** A coin's price at the end of a day (UTC), in US dollars. */
export interface DailyClose extends ArchivedClose {
  readonly coinId: CoinId;
}

/** The provider has a day's close about 35 minutes after its end. */
export const closeDelayMs: Milliseconds = 40 * 60_000;

/**
 * The provider dates its daily points at midnight. A point further from it is something else, such as the newest price.
 */
const midnightToleranceMs: Milliseconds = 60_000;

/** Whether a point of a history is the close of the day before it. */
export function isNearMidnight(at: Instant): boolean {
  return Math.abs(at - startOfDay(Math.round(at / startOfDay(1)))) <= midnightToleranceMs;
}

const Wide = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_EVEN });

/** A price as plain decimal text with all its digits. */
export function toPriceText(price: number): DecimalText {
  const text = String(price);
  return text.includes('e') ? new Wide(text).toFixed() : text;
}

/** The closes in a daily history: a day's is the point at the next midnight. */
export function closesOfHistory(coinId: CoinId, points: readonly PricePoint[]): DailyClose[] {
  const closes = new Map<DayNumber, DailyClose>();
  for (const [at, price] of points) {
    const next = Math.round(at / startOfDay(1));
    if (!isNearMidnight(at) || !isPrice(price) || closes.has(next - 1)) continue;
    closes.set(next - 1, { coinId, day: next - 1, source: 'coingecko', price: toPriceText(price), at });
  }
  return [...closes.values()];
}

/** The quotes of a snapshot as its day's closes so far. A coin that was not quoted on that day has none. */
export function closesOfSnapshot({ coins, asOf }: Snapshot): DailyClose[] {
  const day = dayNumberOf(asOf);
  return coins.flatMap(({ id, current_price: price, last_updated: updated }) => {
    const at = updated === null ? asOf : Date.parse(updated);
    if (!isPrice(price) || dayNumberOf(at) !== day) return [];
    return [{ coinId: id, day, source: 'own' as const, price: toPriceText(price), at }];
  });
}
