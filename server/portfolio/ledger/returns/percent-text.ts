import type { DecimalText } from '#contract/units.ts';
import { divideHalfEven, formatAmount } from '../engine/fixed-point.ts';

const places = 8;
/** 100 for percent. */
const scale = 100n * 10n ** BigInt(places);
/** From 8 places to the 18 of an amount. */
const widen = 10n ** 10n;

/** `part` ÷ `whole` in percent, half-even to 8 places. `whole` is above 0. */
export function percentTextOfRatio(part: bigint, whole: bigint): DecimalText {
  return formatAmount(divideHalfEven(part * scale, whole) * widen);
}

/** e^growth − 1 in percent, from a float. */
export function percentTextOfGrowth(growth: number): DecimalText {
  const text = (Math.expm1(growth) * 100)
    .toFixed(places)
    .replace(/(?<!0)0+$/, '')
    .replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
