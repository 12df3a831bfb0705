import type { TaxCountry } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import { type DayNumber, dayNumber, TimeZone } from './time-zone.ts';

/** The time zone in which a country's tax year begins. */
const countryZones: Readonly<Record<TaxCountry, string>> = {
  GB: 'Europe/London',
  US: 'America/New_York',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  CA: 'America/Toronto',
  generic: 'UTC',
};

export interface TaxYear {
  readonly year: number;
  /** Such as `2024/25` for GB. */
  readonly name: string;
  readonly zone: TimeZone;
  readonly firstDay: DayNumber;
  readonly lastDay: DayNumber;
  /** Inclusive. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

/** GB: 6 April to 5 April (ITA 2007 s. 4), named by its starting year; elsewhere the calendar year. */
export function createTaxYear(country: TaxCountry, year: number, timeZone?: string): TaxYear {
  const zone = new TimeZone(timeZone ?? countryZones[country]);
  const [month, day] = country === 'GB' ? [4, 6] : [1, 1];
  const [firstDay, next] = [dayNumber(year, month, day), dayNumber(year + 1, month, day)];
  const name = country === 'GB' ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year);
  return {
    year,
    name,
    zone,
    firstDay,
    lastDay: next - 1,
    from: zone.startOf(firstDay),
    to: zone.startOf(next),
  };
}

/** Whether an instant is within the tax year. */
export const isInYear = ({ from, to }: TaxYear, at: Instant): boolean => at >= from && at < to;
