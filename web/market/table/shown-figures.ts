import type { Percent } from '#contract/units.ts';
import { type Figure, formatPercent, magnitudes, missing } from '#web/lib/formats.ts';
import { toPlainNumber } from '#web/lib/money/number-style.ts';
import { formatMarketCap } from '#web/lib/money/price-formats.ts';

/*
 * Figures of which a row keeps only what it shows: the page's HTML then says them all, and does not carry them twice.
 * Money does so in dollars alone.
 */

/** A change of which two decimals are kept. */
export function roundPercent(change: Percent | null | undefined): Percent | null {
  return readPercent(formatPercent(change));
}

/** Money of which as many digits are kept as a shortened amount shows. */
export function roundMoney(amount: Figure): number | null {
  return readMoney(formatMarketCap(amount));
}

/** Undoes `formatPercent`. */
export function readPercent(text: string): Percent | null {
  return text === missing ? null : Number(toPlainNumber(text.replace('%', '')));
}

/** Undoes `formatMarketCap`. */
export function readMoney(text: string): number | null {
  const number = text.replace('$', '').trim();
  const zeros = magnitudes.find(({ letter }) => number.endsWith(letter))?.zeros;
  const digits = toPlainNumber(number.replace(/[A-Z]$/, ''));
  if (text === missing) return null;
  // One conversion: a product would be off in the last digit.
  return Number(zeros === undefined ? digits : `${digits}e${zeros}`);
}

/** Undoes `formatExactPrice`, and `formatPrice` where that omits no digit. */
export function readPrice(text: string): number | null {
  return text === missing ? null : Number(toPlainNumber(text.replace('$', '')));
}
