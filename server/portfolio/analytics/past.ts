import { minDays, type PortfolioPast } from '#contract/portfolio-analytics.ts';
import type { DailyValue } from './daily-values.ts';

const dayMs = 86_400_000;
const daysOfYear = 365;

/** From the start of one day to the start of the next. */
interface DailyChange {
  readonly day: number;
  /** As a fraction of the earlier value: 0.01 is one percent. */
  readonly change: number;
}

/** Risk figures from daily values, oldest first; null with fewer than `minDays` days, or too few of them consecutive. */
export function describePast(
  daily: readonly DailyValue[],
): Omit<PortfolioPast, 'leftOut' | 'sharePercent'> | null {
  const changes = listChanges(daily);
  const [first] = changes;
  if (daily.length < minDays || changes.length < minDays - 1 || !first) return null;
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

/** The change of each day whose next day has a value. */
function listChanges(daily: readonly DailyValue[]): DailyChange[] {
  return daily.flatMap(({ day, value }, index) => {
    const next = daily[index + 1];
    return next?.day === day + 1 ? [{ day, change: next.value / value - 1 }] : [];
  });
}

/** Maximum drawdown: the lowest ratio of a value to the highest earlier value, minus 1; 0 if the value never fell. */
function findDrawdown(daily: readonly DailyValue[]) {
  let deepest: { change: number; from: number | null; to: number | null } = {
    change: 0,
    from: null,
    to: null,
  };
  let peak = daily[0]!;
  for (const one of daily) {
    if (one.value > peak.value) peak = one;
    const change = one.value / peak.value - 1;
    if (change < deepest.change) deepest = { change, from: peak.day, to: one.day };
  }
  return deepest;
}

/** The sample standard deviation: √(Σ(x − mean)² / (n − 1)). */
function standardDeviation(changes: readonly number[]): number {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  return Math.sqrt(squares / (changes.length - 1));
}

/** In percent, rounded to 4 decimals. */
function toPercent(part: number): number {
  // Adding zero turns a negative zero into a plain one.
  return Math.round(part * 1_000_000) / 10_000 + 0;
}

function writeDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
