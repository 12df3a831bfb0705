import type { CandleDays } from '#contract/market.ts';

export interface ChartRange {
  readonly days: CandleDays;
  readonly label: string;
  /** The span in words, beside the change over it. */
  readonly span: string;
  /** Whether its times are told with their year. */
  readonly hasYear: boolean;
}

export const defaultRangeDays: CandleDays = 7;

export const chartRanges: readonly ChartRange[] = [
  { days: 1, label: '24H', span: '24 hours', hasYear: false },
  { days: 7, label: '7D', span: '7 days', hasYear: false },
  { days: 30, label: '30D', span: '30 days', hasYear: false },
  { days: 365, label: '1Y', span: '1 year', hasYear: true },
];
