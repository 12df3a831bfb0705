import { Decimal } from 'decimal.js';
import { type AlertCondition, isUpward } from '#contract/alerts/alert-threshold.ts';
import type { DecimalText } from '#contract/units.ts';

/** A price in dollars or a change; a price in another currency is a bigint (`ConvertedPrice`). */
export type Figure = number | bigint;

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next representable number up or down. */
function neighbour(value: number, step: 1n | -1n): number {
  if (value === 0) return Number(step) * Number.MIN_VALUE;
  float[0] = value;
  // Incrementing the bits of a negative number moves it away from zero.
  bits[0] = bits[0]! + (value > 0 ? step : -step);
  return float[0];
}

/**
 * Converts a threshold of any length to the closest number that meets it. A quote meets the threshold, digit by
 * digit, exactly if it is at or beyond this bound.
 */
export function toBound(condition: AlertCondition, threshold: DecimalText): number {
  const nearest = Number(threshold);
  // A number represents 15 digits exactly.
  if (threshold.length <= 15) return nearest;
  const excess = new Decimal(threshold).cmp(nearest);
  if (isUpward(condition)) return excess > 0 ? neighbour(nearest, 1n) : nearest;
  return excess < 0 ? neighbour(nearest, -1n) : nearest;
}

/** Whether the condition holds for a price or a change. */
export function holds(condition: AlertCondition, bound: Figure, figure: Figure): boolean {
  return isUpward(condition) ? figure >= bound : figure <= bound;
}
