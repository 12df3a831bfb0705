import type { PricePoint } from '#contract/market.ts';
import { fewestDays, type PortfolioPast } from '#contract/portfolio-analytics.ts';

const dayMs = 86_400_000;
const daysOfYear = 365;

/** The value with which a day (days since 1970, UTC) began. */
interface DailyValue {
  readonly day: number;
  readonly value: number;
}

interface DailyChange {
  readonly day: number;
  /** Part of the value before: 0.01 is one percent. */
  readonly change: number;
}

/** What a line of values, oldest first, says of the time behind; null with fewer than `fewestDays` daily values. */
export function describePast(values: readonly PricePoint[]): Omit<PortfolioPast, 'leftOut'> | null {
  const daily = listDays(values);
  const changes = listChanges(daily);
  const [first] = changes;
  if (daily.length < fewestDays || changes.length < fewestDays - 1 || !first) return null;
  const best = changes.reduce((a, b) => (b.change > a.change ? b : a), first);
  const worst = changes.reduce((a, b) => (b.change < a.change ? b : a), first);
  const deviation = standardDeviation(changes.map(({ change }) => change));
  const fall = findDrawdown(daily);
  return {
    from: writeDay(daily[0]!.day),
    to: writeDay(daily.at(-1)!.day),
    days: daily.length,
    maxDrawdown: {
      percent: toPercent(fall.change),
      from: fall.from === null ? null : writeDay(fall.from),
      to: fall.to === null ? null : writeDay(fall.to),
    },
    volatility: { daily: toPercent(deviation), annual: toPercent(deviation * Math.sqrt(daysOfYear)) },
    bestDay: { date: writeDay(best.day), percent: toPercent(best.change) },
    worstDay: { date: writeDay(worst.day), percent: toPercent(worst.change) },
  };
}

/** The first value of each day in UTC that has one: daily history stands at midnight, and no day is counted in part. */
function listDays(values: readonly PricePoint[]): DailyValue[] {
  const days = new Map<number, number>();
  for (const [time, value] of values) {
    const day = Math.floor(time / dayMs);
    if (!days.has(day)) days.set(day, value);
  }
  return Array.from(days, ([day, value]) => ({ day, value }));
}

/** From each day to the next; over a gap there is no change of one day, nor from nothing. */
function listChanges(daily: readonly DailyValue[]): DailyChange[] {
  return daily.flatMap(({ day, value }, index) => {
    const before = daily[index - 1];
    return before && before.day === day - 1 && before.value > 0
      ? [{ day, change: value / before.value - 1 }]
      : [];
  });
}

/** Maximum drawdown: the least of value over the highest value before it, minus 1; 0 where the value never fell. */
function findDrawdown(daily: readonly DailyValue[]) {
  let deepest: { change: number; from: number | null; to: number | null } = {
    change: 0,
    from: null,
    to: null,
  };
  let peak = daily[0]!;
  for (const one of daily) {
    if (one.value > peak.value) peak = one;
    const change = peak.value > 0 ? one.value / peak.value - 1 : 0;
    if (change < deepest.change) deepest = { change, from: peak.day, to: one.day };
  }
  return deepest;
}

/** Of a sample: the root of the sum of the squared differences from the mean over n − 1. */
function standardDeviation(changes: readonly number[]): number {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  return Math.sqrt(squares / (changes.length - 1));
}

/** In percent, rounded to 4 places. */
function toPercent(part: number): number {
  // Adding zero makes a negative zero a plain one.
  return Math.round(part * 1_000_000) / 10_000 + 0;
}

function writeDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
