import { type DayNumber, formatDay } from '#server/platform/utc-day.ts';
import { divideHalfEven, type Money } from '../engine/fixed-point.ts';
import { isMissing, type LedgerDay } from './day-table.ts';
import { type Outcome, toOutcome } from './outcome.ts';
import { percentTextOfRatio } from './percent-text.ts';

/** Precision of the linked product: 60 decimals, so that rounding over thousands of days doesn't affect the result. */
const linkUnit = 10n ** 60n;

/**
 * The product over all days of (close + out) ÷ (previous close + in). An unknown close cancels out of the product if no
 * money was taken out that day or paid in the next.
 */
export function timeWeightedReturn(days: readonly LedgerDay[]): Outcome {
  let product = linkUnit;
  let previous = days[0]?.value ?? 0n;
  /** The divisor carried over from days whose close is unknown. */
  let open: Money | null = null;
  for (const { day, value, in: paid, out } of days.slice(1)) {
    if (isMissing(paid)) return toOutcome(paid);
    if (isMissing(out)) return toOutcome(out);
    if (isMissing(previous) && (open === null || paid !== 0n)) return toOutcome(previous);
    const divisor: Money = open ?? (previous as Money) + paid;
    if (isMissing(value)) {
      if (out !== 0n) return toOutcome(value);
      open = divisor;
    } else {
      const factor = linkDay(divisor, value + out, day);
      if ('reason' in factor) return factor;
      product = divideHalfEven(product * factor.multiplier, factor.divisor);
      open = null;
    }
    previous = value;
  }
  if (isMissing(previous)) return toOutcome(previous);
  return { percent: percentTextOfRatio(product - linkUnit, linkUnit) };
}

function linkDay(
  divisor: Money,
  multiplier: Money,
  day: DayNumber,
): { readonly divisor: Money; readonly multiplier: Money } | { readonly reason: string } {
  if (divisor === 0n && multiplier === 0n) return { divisor: 1n, multiplier: 1n };
  const date = formatDay(day);
  if (divisor === 0n)
    return { reason: `On ${date} coins came in while nothing was held, so that day has no return.` };
  if (divisor < 0n || multiplier < 0n)
    return { reason: `On ${date} more was sold than is known to have been held.` };
  return { divisor, multiplier };
}
