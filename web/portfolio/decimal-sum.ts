import type { DecimalText } from '#contract/units.ts';

/** The exact sum of decimal texts (no exponents). */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const total = texts.reduce((sum, text) => sum + toUnits(text, decimals), 0n);
  return toText(total, decimals);
}

/** Whether a decimal text is zero. */
export const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** Compares two decimal texts exactly. Negative if the first is less, as for `sort`. */
export function compareDecimals(one: string, other: string): number {
  const difference = sumDecimals([one, other.startsWith('-') ? other.slice(1) : `-${other}`]);
  if (isZero(difference)) return 0;
  return difference.startsWith('-') ? -1 : 1;
}

/** Decimal places of a quotient, as on the server. */
const quotientDecimals = 18;

/** The quotient of two decimal texts, rounded half-even to 18 places. Null if the divisor is zero. */
export function divideDecimals(dividend: DecimalText, divisor: DecimalText): DecimalText | null {
  const decimals = Math.max(...[dividend, divisor].map((text) => text.split('.')[1]?.length ?? 0));
  const [top, bottom] = [toUnits(dividend, decimals), toUnits(divisor, decimals)];
  if (bottom === 0n) return null;
  const scaled = absolute(top) * 10n ** BigInt(quotientDecimals);
  const whole = scaled / absolute(bottom);
  const twiceRemainder = (scaled % absolute(bottom)) * 2n;
  const isRoundedUp =
    twiceRemainder > absolute(bottom) || (twiceRemainder === absolute(bottom) && whole % 2n === 1n);
  const rounded = isRoundedUp ? whole + 1n : whole;
  const isNegative = top < 0n !== bottom < 0n;
  return trimZeros(toText(isNegative ? -rounded : rounded, quotientDecimals));
}

const absolute = (units: bigint) => (units < 0n ? -units : units);

/** Strips trailing zeros from a decimal with a point: `50000.00` → `50000`. */
function trimZeros(text: string): string {
  return text.replace(/\.?0{1,30}$/, '');
}

/** A decimal as an integer, in units of 10^-`decimals`. */
function toUnits(text: string, decimals: number): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return isNegative ? -units : units;
}

function toText(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(absolute(units)).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
