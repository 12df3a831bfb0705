import type { MissingReason, PortfolioAnalytics, PortfolioPast } from '#contract/portfolio-analytics.ts';
import { formatShare } from '#web/lib/decimal-formats.ts';
import { createNumberWriter } from '#web/lib/money/number-style.ts';
import { listNames } from '../holdings/list-names.ts';
import { priceMarks } from '../holdings/price-marks.ts';

/** Why a group of figures is not there, for people. */
export const missingWords: Record<MissingReason, string> = {
  no_holdings: 'No holdings yet.',
  no_price: 'No coin here has a reliable price right now.',
  no_cost: 'No holding here has a recorded purchase price, so there is no gain or loss to compare.',
  no_history: 'Price history is not available right now.',
  few_days: 'Fewer than 14 consecutive days have prices for every coin here: too few for these figures.',
};

const percents = createNumberWriter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Decimal text with so many places: `1.92`; a whole number has none, so that `1.00` differs from `1`. */
export function formatRatio(text: string, places: number): string {
  const isWhole = !text.includes('.');
  return createNumberWriter({
    minimumFractionDigits: isWhole ? 0 : places,
    maximumFractionDigits: places,
  }).format(text as `${number}`);
}

/** Percent that has no direction: `2.31%`. */
export function formatPlainPercent(percent: number): string {
  return `${percents.format(percent)}%`;
}

/** A day in UTC, given as `2026-01-02`: `2 Jan 2026`. */
export function formatDay(date: string): string {
  return days.format(new Date(date));
}

/** The holdings that no figure counts, by reason; null where all are counted. */
export function describeLeftOut(leftOut: PortfolioAnalytics['leftOut']): string | null {
  if (leftOut.length === 0) return null;
  const states = [...new Set(leftOut.map(({ priceState }) => priceState))];
  const reasons = states.map((state) => {
    const names = leftOut.filter(({ priceState }) => priceState === state).map(({ name }) => name);
    return `${listNames(names)} (${priceMarks[state] ?? state})`;
  });
  return `Left out of all figures: ${reasons.join('; ')}.`;
}

/** The coins that the figures of the past do not count, and what is counted; null where they count all. */
export function describeWithoutPast(past: Pick<PortfolioPast, 'leftOut' | 'sharePercent'>): string | null {
  if (past.leftOut.length === 0) return null;
  const names = listNames(past.leftOut.map(({ name }) => name));
  const counted = `Covers coins worth ${formatShare(past.sharePercent)} of the value.`;
  return `${counted} Without price history, or not among the 50 worth most: ${names}.`;
}
