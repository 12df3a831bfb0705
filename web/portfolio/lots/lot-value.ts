import type { OpenLot } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** The exact value and gain of what is left of a lot. Null if the price or the cost is not known. */
export function valueLot(
  { remaining, cost }: Pick<OpenLot, 'remaining' | 'cost'>,
  price: DecimalText | null,
): { readonly value: DecimalText | null; readonly gain: DecimalText | null } {
  if (price === null) return { value: null, gain: null };
  const value = multiply(remaining, price);
  return { value, gain: cost === null ? null : sumDecimals([value, `-${cost}`]) };
}

function multiply(one: DecimalText, other: DecimalText): DecimalText {
  const places = placesOf(one) + placesOf(other);
  const digits = String(unitsOf(one) * unitsOf(other)).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const placesOf = (text: DecimalText) => text.split('.')[1]?.length ?? 0;
const unitsOf = (text: DecimalText) => BigInt(text.replace('.', ''));
