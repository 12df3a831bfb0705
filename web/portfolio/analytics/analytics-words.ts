import type { MissingReason, PortfolioAnalytics, PortfolioPast } from '#contract/portfolio-analytics.ts';
import { formatShare } from '#web/lib/decimal-formats.ts';
import { createNumberFormatter } from '#web/lib/money/number-style.ts';
import { listNames } from '../holdings/list-names.ts';
import { priceMarks } from '../holdings/price-marks.ts';

/** Why a group of figures is missing, as shown to the user. */
export const missingWords: Record<MissingReason, string> = {
  no_holdings: 'No holdings yet.',
  no_price: 'No coin here has a reliable price right now.',
  no_cost: 'No holding here has a recorded purchase price, so there is no gain or loss to compare.',
  no_history: 'Price history is not available right now.',
  few_days: 'Fewer than 14 consecutive days have prices for every coin here: too few for these figures.',
  negative_balance:
    'More of a coin was sold than bought. Add what is missing to see how your value is spread.',
};

const percents = createNumberFormatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
/**
 * Decimal text rounded to `places`: `1.92`. A whole number gets no places, so an exact `1` differs from a rounded
 * `1.00`.
 */
export function formatRatio(text: string, places: number): string {
  const isWhole = !text.includes('.');
  return createNumberFormatter({
    minimumFractionDigits: isWhole ? 0 : places,
    maximumFractionDigits: places,
  }).format(text as `${number}`);
}

/** A percentage without a sign: `2.31%`. */
export function formatPlainPercent(percent: number): string {
  return `${percents.format(percent)}%`;
}

/** Names the holdings that no figure includes, by reason. Null if all are included. */
export function describeLeftOut(leftOut: PortfolioAnalytics['leftOut']): string | null {
  if (leftOut.length === 0) return null;
  const states = [...new Set(leftOut.map(({ priceState }) => priceState))];
  const reasons = states.map((state) => {
    const names = leftOut.filter(({ priceState }) => priceState === state).map(({ name }) => name);
    return `${listNames(names)} (${priceMarks[state] ?? state})`;
  });
  return `Left out of all figures: ${reasons.join('; ')}.`;
}

/** Names the coins missing from the past figures, and the share that is covered. Null if none is missing. */
export function describeWithoutPast(past: Pick<PortfolioPast, 'leftOut' | 'sharePercent'>): string | null {
  if (past.leftOut.length === 0) return null;
  const names = listNames(past.leftOut.map(({ name }) => name));
  const counted = `Covers coins worth ${formatShare(past.sharePercent)} of the value.`;
  return `${counted} Without price history, or not among the 50 most valuable: ${names}.`;
}
