import type { OpenLot } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import { multiplyDecimals } from '#web/lib/money/multiply-decimal.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** The exact value and gain of what is left of a lot. Null if the price or the cost is not known. */
export function valueLot(
  { remaining, cost }: Pick<OpenLot, 'remaining' | 'cost'>,
  price: DecimalText | null,
): { readonly value: DecimalText | null; readonly gain: DecimalText | null } {
  if (price === null) return { value: null, gain: null };
  const value = multiplyDecimals(remaining, price);
  return { value, gain: cost === null ? null : sumDecimals([value, `-${cost}`]) };
}
