import type { AlertCondition } from '#contract/alerts/alert-threshold.ts';
import { isUpward } from '#contract/alerts/alert-threshold.ts';
import type { DecimalText } from '#contract/units.ts';
import { toPlainDecimal } from '../plain-decimal.ts';

/**
 * A price in a currency other than dollars: price × rate, exactly. In whole units of 10^-18, because no threshold has
 * more decimals: it is at or above a threshold exactly if `floor` is, and at or below it exactly if `ceil` is.
 */
export interface ConvertedPrice {
  readonly rate: DecimalText;
  readonly floor: bigint;
  readonly ceil: bigint;
}

const places = 18;

/** A positive decimal as an integer, and how many of its digits follow the point. */
function readDecimal(text: DecimalText): { units: bigint; places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length };
}

/** A threshold in units of 10^-18. */
export function toUnits(threshold: DecimalText): bigint {
  const { units, places: given } = readDecimal(threshold);
  return units * 10n ** BigInt(places - given);
}

/** `price`: in dollars. `rate`: units of the currency per dollar. */
export function convertPrice(price: number, rate: DecimalText): ConvertedPrice {
  const [dollars, factor] = [readDecimal(toPlainDecimal(String(price))), readDecimal(rate)];
  const product = dollars.units * factor.units;
  const excess = dollars.places + factor.places - places;
  if (excess <= 0) {
    const exact = product * 10n ** BigInt(-excess);
    return { rate, floor: exact, ceil: exact };
  }
  const divisor = 10n ** BigInt(excess);
  const floor = product / divisor;
  return { rate, floor, ceil: floor * divisor === product ? floor : floor + 1n };
}

/** The figure that a condition is compared with: `floor` for an upward condition, `ceil` for a downward one. */
export function pickFigure(condition: AlertCondition, { floor, ceil }: ConvertedPrice): bigint {
  return isUpward(condition) ? floor : ceil;
}
