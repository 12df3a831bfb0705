import { type AlertCondition, isAboutPrice, isUpward } from '#contract/alerts/alert-threshold.ts';
import { formatDecimalPercent } from '#web/lib/decimal-formats.ts';

/** A coin's current price in the alert's currency, and its 24h change in percent. Null if not known. */
export interface AlertQuote {
  readonly price: number | null;
  readonly change24h: number | null;
}

type Condition = { readonly condition: AlertCondition; readonly threshold: string };

/** Above this a distance is meaningless. */
const maxDistance = 1e15;

function figureOf(condition: AlertCondition, quote: AlertQuote | null | undefined): number | null {
  if (!quote) return null;
  return isAboutPrice(condition) ? quote.price : quote.change24h;
}

/** Whether a condition holds at a quote. False if nothing is known. */
export function holdsNow({ condition, threshold }: Condition, quote: AlertQuote | null | undefined): boolean {
  const figure = figureOf(condition, quote);
  if (figure === null || threshold === '') return false;
  return isUpward(condition) ? figure >= Number(threshold) : figure <= Number(threshold);
}

/**
 * The distance from a quote to a threshold: `+2.44% away` for a price, `-3.10 points away` for a 24h change. Null if
 * nothing is known. Rounded for display; alerts are evaluated on all digits.
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
  const written = formatDecimalPercent(Math.min(distance, maxDistance).toFixed(2));
  return `${isPrice ? written : written.replace('%', ' points')} away`;
}

/** The line below a coin's name. Only its line height until the prices have loaded. `written` is the price as shown. */
export function describePrice(
  quote: AlertQuote | null | undefined,
  written: string,
  isLoading: boolean,
): string {
  if (quote && quote.price !== null) return `now ${written}`;
  return isLoading ? '\u00a0' : 'no price right now';
}

/** A price as one would type it, without commas or an exponent. */
export function writePlainly(price: number): string {
  return price.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 });
}
