import { type AlertCondition, isAboutPrice } from '#contract/alert-threshold.ts';
import { formatDecimalPercent } from '#web/lib/decimal-formats.ts';

/** What is known of a coin now: its price in the alert's currency, and percent; null where it is not. */
export interface AlertQuote {
  readonly price: number | null;
  readonly change24h: number | null;
}

type Condition = { readonly condition: AlertCondition; readonly threshold: string };

/** Beyond this the digits of a distance say nothing. */
const farthest = 1e15;

function figureOf(condition: AlertCondition, quote: AlertQuote | null | undefined): number | null {
  if (!quote) return null;
  return isAboutPrice(condition) ? quote.price : quote.change24h;
}

/** Whether a condition holds by a quote; false where nothing is known. */
export function holdsNow({ condition, threshold }: Condition, quote: AlertQuote | null | undefined): boolean {
  const figure = figureOf(condition, quote);
  if (figure === null || threshold === '') return false;
  return condition.endsWith('_above') ? figure >= Number(threshold) : figure <= Number(threshold);
}

/**
 * How far a quote is from a threshold: `+2.44% away` of the price, `-3.10 points away` of a change; null where nothing
 * is known. For the eye only: what fires is decided on all digits.
 */
export function describeDistance(
  { condition, threshold }: Condition,
  quote: AlertQuote | null | undefined,
): string | null {
  const figure = figureOf(condition, quote);
  if (figure === null) return null;
  const isPrice = isAboutPrice(condition);
  const distance = isPrice ? (Number(threshold) / figure - 1) * 100 : Number(threshold) - figure;
  if (Number.isNaN(distance)) return null;
  const written = formatDecimalPercent(Math.min(distance, farthest).toFixed(2));
  return `${isPrice ? written : written.replace('%', ' points')} away`;
}

/** A price as it is typed: without commas or an exponent. */
export function writePlainly(price: number): string {
  return price.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 });
}
