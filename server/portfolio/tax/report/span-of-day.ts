import type { Instant } from '#contract/units.ts';
import type { TaxYear } from './tax-year.ts';
import { type DayNumber, TimeZone } from './time-zone.ts';

const london = new TimeZone('Europe/London');

/**
 * The part of a day that is within the tax year, for a line that covers a whole day. Only the United Kingdom has such
 * lines, and its days are London's, whatever the report's time zone.
 */
export function spanOfDay(
  day: DayNumber,
  { from, to }: Pick<TaxYear, 'from' | 'to'>,
): { readonly from: Instant; readonly to: Instant } {
  return { from: Math.max(london.startOf(day), from), to: Math.min(london.startOf(day + 1), to) };
}
