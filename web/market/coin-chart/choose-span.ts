import type { CandleDays, HistoryDays } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { defaultRangeDays, type RangeAccess } from '../chart/chart-ranges.ts';

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** Spans the server supports: prices are five-minute for a day, hourly up to 90 days, then daily. */
const spans = [1, 7, 30, 90, 365] as const;
const candleSpans: readonly CandleDays[] = [1, 7, 30, 365];

/** The days of history in the plan; null: all. While the plan is unknown, a guest's. */
export const planDays = ({ days }: RangeAccess): number | null =>
  days === undefined ? defaultRangeDays : days;

/** The longest span in the plan, which the brush shows. */
export const planSpan = (access: RangeAccess): HistoryDays => planDays(access) ?? 'max';

/** The shortest span, and so the finest prices, that reaches back to `from`. */
export function chooseSpan(from: Instant, now: Instant, access: RangeAccess): HistoryDays {
  const days = planDays(access);
  const reaching = spans.find((span) => now - span * dayMs <= from);
  return reaching !== undefined && (days === null || reaching <= days) ? reaching : planSpan(access);
}

/** The finest candles that reach back to `from`; null if the plan has none. */
export function chooseCandleSpan(from: Instant, now: Instant, access: RangeAccess): CandleDays | null {
  const days = planDays(access);
  const reaching = candleSpans.find((span) => now - span * dayMs <= from);
  return reaching !== undefined && (days === null || reaching <= days) ? reaching : null;
}
