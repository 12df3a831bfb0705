import type { Percent } from '#contract/units.ts';
import { type Figure, formatPercent, magnitudes, missing } from '#web/lib/formats.ts';
import { formatMarketCap } from '#web/lib/money/money-formats.ts';
import { toPlainNumber } from '#web/lib/money/number-style.ts';

/*
 * Rounds a row's figures to the digits shown and reads them back from the page's HTML, so that the page need not embed
 * them a second time. Money can be read back only in dollars.
 */

/** Rounds a change to the two decimals shown. */
export function roundPercent(change: Percent | null | undefined): Percent | null {
  return readPercent(formatPercent(change));
}

/** Rounds money to the digits of a shortened amount. */
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
  // Converted in one step, because a product could be off in the last digit.
  return Number(zeros === undefined ? digits : `${digits}e${zeros}`);
}

/** Undoes `formatExactPrice`, and `formatPrice` where that omits no digit. */
export function readPrice(text: string): number | null {
  return text === missing ? null : Number(toPlainNumber(text.replace('$', '')));
}
