import type { DecimalText } from '#contract/units.ts';
import { groupDigits } from '../report/group-digits.ts';

const unknownText = 'not known';
/** Currencies that the runtime has no digits for. */
const coinDigits = { BTC: 8, ETH: 8, SATS: 0 };

const knownDigits = new Map(Object.entries(coinDigits));

/** How many digits after the point a currency is written with. */
function digitsOf(currency: string): number {
  const known = knownDigits.get(currency);
  if (known !== undefined) return known;
  const digits = findDigits(currency);
  knownDigits.set(currency, digits);
  return digits;
}

function findDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Money to the currency's digits, halves away from zero: `-1,234.50`. */
export function writeMoney(text: DecimalText | null, currency: string): string {
  if (text === null) return unknownText;
  const digits = digitsOf(currency);
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const kept = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = (kept + ((fraction[digits] ?? '0') >= '5' ? 1n : 0n)).toString().padStart(digits + 1, '0');
  const isZero = /^0*$/.test(rounded);
  const end = rounded.length - digits;
  const point = digits === 0 ? '' : `.${rounded.slice(end)}`;
  return `${isZero ? '' : sign}${groupDigits(rounded.slice(0, end))}${point}`;
}

/** Money with its currency in front: `GBP -1,234.50`. */
export function writeMoneyIn(text: DecimalText | null, currency: string): string {
  return text === null ? unknownText : `${currency} ${writeMoney(text, currency)}`;
}

/** An amount of coins with every digit that it has. */
export function writeAmount(text: DecimalText | null): string {
  if (text === null) return unknownText;
  return groupDigits(text);
}

/** A day in words: `6 April 2024`. */
export function writeDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Something counted: `1 portfolio`, `2 portfolios`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
