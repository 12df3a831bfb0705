import type { CandleDays, Coverage, CoverageSource, PricePoint } from '#contract/market.ts';
import { dayText, zonedTime } from './chart-time.ts';

/** Days of a range, or all of history. */
export type RangeDays = CandleDays | 'max';

export interface ChartRange {
  readonly days: RangeDays;
  readonly label: string;
  /** The range in words, shown next to its change. */
  readonly span: string;
  /** Whether its times include the year. */
  readonly hasYear: boolean;
}

export const defaultRangeDays: CandleDays = 7;

/** Shown to everyone; ranges beyond the plan are locked. */
const commonRanges: readonly ChartRange[] = [
  { days: 1, label: '24H', span: '24 hours', hasYear: false },
  { days: 7, label: '7D', span: '7 days', hasYear: false },
  { days: 30, label: '30D', span: '30 days', hasYear: false },
  { days: 365, label: '1Y', span: '1 year', hasYear: true },
];
const allPrices: ChartRange = { days: 'max', label: 'All', span: 'all prices', hasYear: true };

/** The ranges in the user's plan. */
export interface RangeAccess {
  /** Days of history in the plan; null: all; undefined: not known yet. */
  readonly days: number | null | undefined;
  /** The label of a locked range. */
  readonly describeLock: (days: RangeDays) => string;
  /** Called when a locked range is pressed. */
  readonly onLocked: (days: RangeDays) => void;
  /** Called when the pointer is over a locked range. */
  readonly onNearLocked: (days: RangeDays) => void;
}

/** The ranges of a chart, with all history only if the plan includes it. */
export function listRanges({ days }: RangeAccess): readonly ChartRange[] {
  return days === null ? [...commonRanges, allPrices] : commonRanges;
}

/** Whether the plan includes a range. While the plan is unknown, only the default is open. */
export function isOpenRange(access: RangeAccess, days: RangeDays): boolean {
  if (access.days === null) return true;
  return days !== 'max' && days <= (access.days ?? defaultRangeDays);
}

/** The range to show: the chosen one, or the default if the plan does not (or no longer) include it. */
export function chooseRange(access: RangeAccess, chosen: RangeDays): ChartRange {
  const days = isOpenRange(access, chosen) ? chosen : defaultRangeDays;
  return listRanges(access).find((range) => range.days === days)!;
}

/**
 * The range with its span in words. "All" rarely reaches back to the coin's first day, so it names the first day (UTC)
 * that has a price, and any sources other than the provider.
 */
export function describeRange(
  range: ChartRange,
  points: readonly PricePoint[],
  coverage?: Coverage | undefined,
): ChartRange {
  const from = coverage ? Date.parse(coverage.from) : points[0]?.[0];
  if (range.days !== 'max' || from === undefined) return range;
  const files = [...new Set(coverage?.sources.flatMap((source) => fileNames[source] ?? []))];
  const added = files.length > 0 ? `, with ${files.join(' and ')}` : '';
  return { ...range, span: `since ${formatDay(from)}${added}` };
}

/** The names of imported sources. */
const fileNames: Partial<Record<CoverageSource, string>> = {
  coingecko_csv: 'CoinGecko’s export',
  kraken: 'Kraken’s prices',
  import: 'imported prices',
};

/** The UTC day of an instant as `22 Nov 2025`. */
function formatDay(instant: number): string {
  const day = zonedTime(instant, 'utc');
  return `${dayText(day)} ${day.year}`;
}
