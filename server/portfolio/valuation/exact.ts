import { Decimal } from 'decimal.js';

/**
 * Decimals without rounding: more digits than any sum or product of ours can need. The widest is a sum of an amount of
 * 30 digits times the smallest number a price can be (about 350 places after the point), and of large ones.
 */
export const Exact = Decimal.clone({ precision: 1200 });
export type Exact = Decimal;

export const zero = new Exact(0);

/** Plain notation, all digits, and never a negative zero. */
export function toText(value: Exact): string {
  return value.isZero() ? '0' : value.toFixed();
}

const two = new Exact(2);
/** A hundred for percent, 10^8 for the places, twice for rounding. */
const scale = new Exact('2e10');
const unit = new Exact('1e-8');

/**
 * `part` of `whole` in percent, rounded to 8 places, half away from zero; 0 where `whole` is 0. Divided in whole
 * numbers, so that nothing is rounded twice.
 */
export function toPercent(part: Exact, whole: Exact): Exact {
  if (part.isZero() || whole.isZero()) return zero;
  const divisor = whole.abs();
  const rounded = part.abs().times(scale).plus(divisor).divToInt(divisor.times(two)).times(unit);
  return part.isNegative() === whole.isNegative() ? rounded : rounded.neg();
}
