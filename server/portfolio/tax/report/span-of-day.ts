import type { Instant } from '#contract/units.ts';
import type { TaxYear } from './tax-year.ts';
import { type DayNumber, TimeZone } from './time-zone.ts';

const london = new TimeZone('Europe/London');

/**
 * When the day of a line that covers one begins and ends, as far as it is in the year. Only the United Kingdom has such
 * lines, and its days are London's, whatever the zone of the report.
 */
export function spanOfDay(
  day: DayNumber,
  { from, to }: Pick<TaxYear, 'from' | 'to'>,
): { readonly from: Instant; readonly to: Instant } {
  return { from: Math.max(london.startOf(day), from), to: Math.min(london.startOf(day + 1), to) };
}
