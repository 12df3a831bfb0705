import { Decimal } from 'decimal.js';
import type { DecimalText } from '#contract/units.ts';

/**
 * Decimals without rounding: they hold more digits than any sum or product here. The widest case is an amount of 30
 * digits times the smallest possible price (about 350 decimals), added to large values.
 */
export const Exact = Decimal.clone({ precision: 1200 });
export type Exact = Decimal;

export const zero = new Exact(0);

/** Writes a decimal in plain notation with all digits, and never as a negative zero. */
export function toText(value: Exact): DecimalText {
  return value.isZero() ? '0' : value.toFixed();
}

const two = new Exact(2);
/** 100 for percent, times 10^8 for the decimals, times 2 for rounding. */
const scale = new Exact('2e10');
const unit = new Exact('1e-8');

/**
 * `part` of `whole` in percent, rounded to 8 decimals, half away from zero; 0 if `whole` is 0. Divides integers, so
 * that nothing is rounded twice.
 */
export function toPercent(part: Exact, whole: Exact): Exact {
  if (part.isZero() || whole.isZero()) return zero;
  const divisor = whole.abs();
  const rounded = part.abs().times(scale).plus(divisor).divToInt(divisor.times(two)).times(unit);
  return part.isNegative() === whole.isNegative() ? rounded : rounded.neg();
}
