import type { DecimalText, Instant } from '#contract/units.ts';
import { Exact, toText } from '../../valuation/exact.ts';
import { type Amount, divideHalfEven, formatAmount, formatMoney, type Money } from '../engine/fixed-point.ts';

const placesOfPercent = 8;

export const moneyText = (money: Money | null): DecimalText | null =>
  money === null ? null : formatMoney(money);

export const instantText = (at: Instant | null): string | null =>
  at === null ? null : new Date(at).toISOString();

export const exactText = (value: Exact | null): DecimalText | null => (value === null ? null : toText(value));

/** Prices may have more places than money here, so what is multiplied by one is a decimal of any length. */
export const exactAmount = (amount: Amount): Exact => new Exact(formatAmount(amount));
export const exactMoney = (money: Money): Exact => new Exact(formatMoney(money));

/** `part` of `whole` in percent, half-even to 8 places; null where `whole` is 0. */
export function percentOf(part: Exact, whole: Exact): DecimalText | null {
  if (whole.isZero()) return null;
  const places = Math.max(part.decimalPlaces(), whole.decimalPlaces());
  const [dividend, divisor] = [part, whole].map((value) => BigInt(value.times(`1e${places}`).toFixed()));
  const scaled = dividend! * 10n ** BigInt(placesOfPercent + 2);
  const percent = divideHalfEven(divisor! < 0n ? -scaled : scaled, divisor! < 0n ? -divisor! : divisor!);
  return toText(new Exact(percent.toString()).times(`1e-${placesOfPercent}`));
}

/** The sum of what is known; null where something is not known and there is nothing else. */
export function sumExact(values: readonly (Exact | null)[]): Exact | null {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length && known.every((value) => value.isZero())) return null;
  return known.reduce((sum, value) => sum.plus(value), new Exact(0));
}
