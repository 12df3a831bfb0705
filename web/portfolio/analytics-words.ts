import type { MissingReason, PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import { priceMarks } from './holding-marks.ts';

/** Why a group of figures is not there, for people. */
export const missingWords: Record<MissingReason, string> = {
  no_holdings: 'Nothing is held yet.',
  no_price: 'No coin here has a price right now that these figures could rely on.',
  no_cost: 'No purchase price is recorded: there is no gain or loss to compare.',
  no_history: 'Price history cannot be had right now.',
  few_days: 'There are fewer than 14 daily values of these coins: too few to say anything.',
};

const ratios = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Decimal text with at most two places: `1.92`. */
export function formatRatio(text: string): string {
  return ratios.format(text as `${number}`);
}

/** Percent that has no direction: `2.31%`. */
export function formatPlainPercent(percent: number): string {
  return `${percents.format(percent)}%`;
}

/** A day in UTC, given as `2026-01-02`: `Jan 2, 2026`. */
export function formatDay(date: string): string {
  return days.format(new Date(date));
}

/** The holdings that no figure counts, each with the reason; null where all are counted. */
export function describeLeftOut(leftOut: PortfolioAnalytics['leftOut']): string | null {
  if (leftOut.length === 0) return null;
  const reasons = leftOut.map(({ name, priceState }) => `${name} (${priceMarks[priceState] ?? priceState})`);
  return `Left out of all figures: ${reasons.join(', ')}.`;
}
