import type { DecimalText, Percent } from '#contract/units.ts';
import { writePlainly } from '../list/alert-distance.ts';

/** The steps to choose from, in percent from the current price or as a 24h change. */
export const thresholdSteps: readonly Percent[] = [-10, -5, 5, 10];
/** The initial step of a new alert. */
export const firstStep: Percent = 5;

const significantDigits = 4;
const [minDecimals, maxDecimals] = [2, 18];

/**
 * The threshold `percent` (an integer) from a price. It has two decimals, or more if a price below 10 needs them to
 * tell the steps apart. Null if the price is not positive or too large for a threshold.
 */
export function stepFrom(price: number | null, percent: Percent): DecimalText | null {
  if (price === null || !(price > 0 && price < 1e12)) return null;
  const digits = significantDigits - 1 - Math.floor(Math.log10(price));
  const decimals = Math.min(maxDecimals, Math.max(minDecimals, digits));
  const [whole = '0', fraction = ''] = writePlainly(price).split('.');
  // The price in units of 10⁻¹⁸, times 100 + percent. Rounded half-up to `decimals` below.
  const units = BigInt(whole + fraction.padEnd(maxDecimals, '0')) * BigInt(100 + percent);
  const unit = 100n * 10n ** BigInt(maxDecimals - decimals);
  const rounded = String((units + unit / 2n) / unit).padStart(decimals + 1, '0');
  const text = `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`;
  return /[1-9]/.test(text) ? text : null;
}
