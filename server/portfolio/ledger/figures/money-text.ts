import type { DecimalText, Instant } from '#contract/units.ts';
import { divideHalfEven, formatMoney, formatUnits, type Money } from '../engine/fixed-point.ts';

const placesOfPercent = 8;
const percentUnit = 10n ** BigInt(placesOfPercent + 2);

/** Money as decimal text; null if unknown. */
export const moneyText = (money: Money | null): DecimalText | null =>
  money === null ? null : formatMoney(money);

/** An instant in ISO 8601; null stays null. */
export const instantText = (at: Instant | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** `part` of `whole` in percent, rounded half-even to 8 decimals; null if `whole` is 0. */
export function percentOf(part: bigint, whole: bigint): DecimalText | null {
  if (whole === 0n) return null;
  const scaled = part * percentUnit;
  const percent = divideHalfEven(whole < 0n ? -scaled : scaled, whole < 0n ? -whole : whole);
  return formatUnits(percent, placesOfPercent);
}

/** The sum of the known values; null if there are unknown ones and all others are 0. */
export function sumOrUnknown(values: readonly (bigint | null)[]): bigint | null {
  let sum = 0n;
  let hasUnknown = false;
  let hasKnown = false;
  for (const value of values) {
    if (value === null) hasUnknown = true;
    else {
      sum += value;
      hasKnown ||= value !== 0n;
    }
  }
  return hasUnknown && !hasKnown ? null : sum;
}
