import type { AlertRepeat, Backtest } from '#contract/alerts/alerts.ts';
import { formatMoment } from '../list/alert-times.ts';

/** A backtest in words, with its figures separate. `count` is null if it would not have fired. */
export interface BacktestWords {
  readonly lead: string;
  readonly count: string | null;
  readonly recent: string | null;
}

const dayMs = 86_400_000;
/** Longer histories have daily instead of hourly prices. */
const maxHourlyDays = 90;

/** How often an alert would have fired. Null without price history. */
export function describeBacktest(
  { days, count, firings, from, to, points }: Backtest,
  now: number,
  timeZone?: string,
): BacktestWords | null {
  if (points === 0 || from === null || to === null) return null;
  const known = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMs));
  const span = known < days - 1 ? countOf(known, 'day') : spanOf(days);
  const [newest] = firings;
  return {
    lead: `In the last ${span.replace(/^1 /, '')} this alert would ${count === 0 ? 'not have fired.' : 'have fired'}`,
    count: count === 0 ? null : describeTimes(count),
    recent: newest ? formatMoment(newest.at, now, timeZone) : null,
  };
}

/** The data behind a backtest. An alert that fires once counts as armed again after each firing. */
export function describeSource({ days, source, count }: Backtest, repeat: AlertRepeat): string {
  const prices = days > maxHourlyDays ? 'Daily' : 'Hourly';
  const simulated = source === 'simulated' ? ', simulated' : '';
  const armed = repeat === 'once' && count > 1 ? ', armed again each time' : '';
  return `${prices} prices${simulated}${armed}. Past crossings say nothing about the next one.`;
}

function describeTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

function spanOf(days: number): string {
  return days === 365 ? '1 year' : countOf(days, 'day');
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
