import type { DecimalText } from '#contract/units.ts';
import { groupDigits } from './group-digits.ts';

const unknownText = 'not known';
/** Currencies whose number of decimals the runtime doesn't know. */
const coinDigits = { BTC: 8, ETH: 8, SATS: 0 };

const knownDigits = new Map(Object.entries(coinDigits));

/** How many decimals a currency is written with. */
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

/** Money rounded to the currency's decimals, half away from zero: `-1,234.50`. */
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

/** Money preceded by its currency: `GBP -1,234.50`. */
export function writeMoneyIn(text: DecimalText | null, currency: string): string {
  return text === null ? unknownText : `${currency} ${writeMoney(text, currency)}`;
}

/** An amount of coins with all its digits. */
export function writeAmount(text: DecimalText | null): string {
  if (text === null) return unknownText;
  return groupDigits(text);
}

/** A date in words: `6 April 2024`. */
export function writeDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** A count with its noun: `1 portfolio`, `2 portfolios`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
