/** The time zone of a chart: UTC until hydration, then the reader's. */
export type Zone = 'utc' | 'local';

export interface ZonedTime {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The calendar fields of an instant (ms since 1970) in that time zone. */
export function zonedTime(instant: number, zone: Zone): ZonedTime {
  const date = new Date(instant);
  return zone === 'utc'
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        hour: date.getHours(),
        minute: date.getMinutes(),
      };
}

/** The instant (ms) of those fields in that time zone. Fields may overflow: day 32 is early in the next month. */
export function instantAt(zone: Zone, year: number, month: number, day = 1, minutes = 0): number {
  return zone === 'utc'
    ? Date.UTC(year, month, day, 0, minutes)
    : new Date(year, month, day, 0, minutes).getTime();
}

export const monthName = (month: number) => months[month] ?? '';
export const clockText = ({ hour, minute }: ZonedTime) => `${twoDigits(hour)}:${twoDigits(minute)}`;
export const dayText = ({ day, month }: ZonedTime) => `${day} ${monthName(month)}`;

/** `15 Dec, 00:44 UTC`, without the suffix in local time, and with the year if `hasYear`. */
export function instantText(instant: number, zone: Zone, hasYear = false): string {
  const time = zonedTime(instant, zone);
  const day = hasYear ? `${dayText(time)} ${time.year}` : dayText(time);
  return `${day}, ${clockText(time)}${zone === 'utc' ? ' UTC' : ''}`;
}
