import { Decimal } from 'decimal.js';
import { type AlertCondition, isUpward } from '#contract/alert-threshold.ts';

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The number next to a finite one, in the direction of `step`. */
function neighbour(value: number, step: 1n | -1n): number {
  if (value === 0) return Number(step) * Number.MIN_VALUE;
  float[0] = value;
  // The bits of a negative number grow away from zero.
  bits[0] = bits[0]! + (value > 0 ? step : -step);
  return float[0];
}

/**
 * A threshold of any number of digits as the outermost number that meets it: the condition holds for a quote, read as
 * the decimal it is written as, exactly where the quote is at or beyond this bound.
 */
export function toBound(condition: AlertCondition, threshold: string): number {
  const nearest = Number(threshold);
  // So few digits are what their number is written with again.
  if (threshold.length <= 15) return nearest;
  const excess = new Decimal(threshold).cmp(nearest);
  if (isUpward(condition)) return excess > 0 ? neighbour(nearest, 1n) : nearest;
  return excess < 0 ? neighbour(nearest, -1n) : nearest;
}

/** Whether the condition of a bound holds for a quote's figure. */
export function holds(condition: AlertCondition, bound: number, figure: number): boolean {
  return isUpward(condition) ? figure >= bound : figure <= bound;
}
