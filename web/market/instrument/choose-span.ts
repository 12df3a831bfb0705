import type { CandleDays, HistoryDays } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { defaultRangeDays, type RangeAccess } from '../chart/chart-ranges.ts';

export const dayMs = 86_400_000;

/** Spans the server answers: five-minute prices for a day, hourly ones up to 90 days, then daily ones. */
const spans = [1, 7, 30, 90, 365] as const;
const candleSpans: readonly CandleDays[] = [1, 7, 30, 365];

/** The days of history in the plan; null: all. While the plan is unknown, those of a guest. */
export const planDays = ({ days }: RangeAccess): number | null =>
  days === undefined ? defaultRangeDays : days;

/** The longest span in the plan: what the brush shows. */
export const planSpan = (access: RangeAccess): HistoryDays => planDays(access) ?? 'max';

/** The shortest span, and so the finest prices, that reaches back to `from`. */
export function chooseSpan(from: Instant, now: Instant, access: RangeAccess): HistoryDays {
  const days = planDays(access);
  const reaching = spans.find((span) => now - span * dayMs <= from);
  return reaching !== undefined && (days === null || reaching <= days) ? reaching : planSpan(access);
}

/** The finest candles that reach back to `from`; null: there are none in the plan. */
export function chooseCandleSpan(from: Instant, now: Instant, access: RangeAccess): CandleDays | null {
  const days = planDays(access);
  const reaching = candleSpans.find((span) => now - span * dayMs <= from);
  return reaching !== undefined && (days === null || reaching <= days) ? reaching : null;
}
