import type { RangeDays } from '../chart/chart-ranges.ts';
import type { ChartStyle } from '../chart/use-chart-data.ts';
import { minWindowMs, type TimeWindow } from './time-window.ts';

/** What the chart shows, and how. Kept entirely in the URL, so that a link shows the same chart. */
export interface ChartView {
  readonly days: RangeDays;
  /** A custom range; null: the last `days`. */
  readonly custom: TimeWindow | null;
  readonly style: ChartStyle;
  readonly isLog: boolean;
  /** The id of the coin to compare with; null: none. */
  readonly compared: string | null;
  /** Points per moving average, ascending. */
  readonly averages: readonly number[];
  readonly hasRsi: boolean;
}

/** The view without search parameters. */
export const defaultView: ChartView = {
  days: 7,
  custom: null,
  style: 'line',
  isLog: false,
  compared: null,
  averages: [],
  hasRsi: false,
};

/** The available moving averages, in points. */
export const averageLengths = [7, 30, 90] as const;
const ranges: readonly RangeDays[] = [1, 7, 30, 365, 'max'];
const validCoinId = /^[^\s/?#\\]{1,120}$/;

/** Reads a view from search parameters. Ignores invalid ones. */
export function readChartView(search: URLSearchParams): ChartView {
  const compared = search.get('compare');
  const averages = (search.get('average') ?? '').split(',').map(Number);
  return {
    days: ranges.find((days) => String(days) === search.get('range')) ?? defaultView.days,
    custom: readCustom(search),
    style: search.get('style') === 'candles' ? 'candles' : 'line',
    isLog: search.get('scale') === 'log',
    compared: compared !== null && validCoinId.test(compared) ? compared : null,
    averages: averageLengths.filter((length) => averages.includes(length)),
    hasRsi: search.get('rsi') === '1',
  };
}

function readCustom(search: URLSearchParams): TimeWindow | null {
  const [from, to] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('to') ?? '')];
  return to - from >= minWindowMs ? { from, to } : null;
}

const keys = ['range', 'from', 'to', 'style', 'scale', 'compare', 'average', 'rsi'];

/** Writes the view into the parameters. Omits defaults and keeps other parameters. */
export function writeChartView(view: ChartView, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const key of keys) written.delete(key);
  if (view.days !== defaultView.days) written.set('range', String(view.days));
  if (view.custom) {
    written.set('from', instantText(view.custom.from));
    written.set('to', instantText(view.custom.to));
  }
  if (view.style === 'candles') written.set('style', 'candles');
  if (view.isLog) written.set('scale', 'log');
  if (view.compared !== null) written.set('compare', view.compared);
  if (view.averages.length > 0) written.set('average', view.averages.join(','));
  if (view.hasRsi) written.set('rsi', '1');
  return written;
}

/** Formats an instant to the second: `2024-12-19T10:44:55Z`. */
const instantText = (instant: number) => `${new Date(Math.round(instant)).toISOString().slice(0, 19)}Z`;
