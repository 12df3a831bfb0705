import type { CandleDays } from '#contract/market.ts';

/** Days of a range, or all there are. */
export type RangeDays = CandleDays | 'max';

export interface ChartRange {
  readonly days: RangeDays;
  readonly label: string;
  /** The span in words, beside the change over it. */
  readonly span: string;
  /** Whether its times are told with their year. */
  readonly hasYear: boolean;
}

export const defaultRangeDays: CandleDays = 7;

/** There for everyone; what a plan does not have is locked. */
const usualRanges: readonly ChartRange[] = [
  { days: 1, label: '24H', span: '24 hours', hasYear: false },
  { days: 7, label: '7D', span: '7 days', hasYear: false },
  { days: 30, label: '30D', span: '30 days', hasYear: false },
  { days: 365, label: '1Y', span: '1 year', hasYear: true },
];
const allTime: ChartRange = { days: 'max', label: 'All', span: 'all time', hasYear: true };

/** What somebody may see of a chart's ranges; given by whoever knows about plans. */
export interface RangeAccess {
  /** Days of history that may be asked for; null: all there are; undefined: not known yet. */
  readonly days: number | null | undefined;
  /** Why a range is locked, in a line. */
  readonly describeLock: (days: RangeDays) => string;
  /** A locked range was pressed. */
  readonly onLocked: (days: RangeDays) => void;
  /** A pointer is over a locked range. */
  readonly onNearLocked: (days: RangeDays) => void;
}

/** The ranges a chart offers: all of history only where it may be seen. */
export function listRanges({ days }: RangeAccess): readonly ChartRange[] {
  return days === null ? [...usualRanges, allTime] : usualRanges;
}

/** Whether a range may be asked for. Until more is known, no more than the default is. */
export function isOpenRange(access: RangeAccess, days: RangeDays): boolean {
  if (access.days === null) return true;
  return days !== 'max' && days <= (access.days ?? defaultRangeDays);
}

/** The range to show: the wanted one, or the default where it may not be seen (any more). */
export function chooseRange(access: RangeAccess, wanted: RangeDays): ChartRange {
  const days = isOpenRange(access, wanted) ? wanted : defaultRangeDays;
  return listRanges(access).find((range) => range.days === days)!;
}
