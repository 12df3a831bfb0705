import type { DecimalText } from '#contract/units.ts';
import { divideHalfEven, formatAmount } from '../engine/fixed-point.ts';

const places = 8;
/** From a ratio to a percentage with 8 decimals. */
const scale = 100n * 10n ** BigInt(places);
/** Scales 8 decimals to the 18 of an amount. */
const widen = 10n ** 10n;

/** `part` ÷ `whole` in percent, rounded half-even to 8 decimals. `whole` must be positive. */
export function percentTextOfRatio(part: bigint, whole: bigint): DecimalText {
  return formatAmount(divideHalfEven(part * scale, whole) * widen);
}

/** e^growth − 1 in percent, computed with floats. */
export function percentTextOfGrowth(growth: number): DecimalText {
  const text = (Math.expm1(growth) * 100)
    .toFixed(places)
    .replace(/(?<!0)0+$/, '')
    .replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
