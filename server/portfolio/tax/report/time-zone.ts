import type { Instant } from '#contract/units.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';

/** A calendar day, counted in days since 1970-01-01, in a time zone if one is given. */
export type DayNumber = number;

const dayMs = 86_400_000;

/** A day as ISO 8601: `2024-04-06`. */
export const dayText = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** `month`: from 1. */
export const dayNumber = (year: number, month: number, day: number): DayNumber =>
  Date.UTC(year, month - 1, day) / dayMs;

/** The days of a time zone, from the platform's time zone data. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** UTC offsets in milliseconds by UTC day; null if the clocks change that day. */
  readonly #offsets = new Map<number, number | null>();

  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  dayOf(at: Instant): DayNumber {
    return dayNumberOf(at + this.#offsetAt(at));
  }

  /** When a day begins: midnight, or the first instant after it if midnight is skipped. */
  startOf(day: DayNumber): Instant {
    const midnight = day * dayMs;
    // Try the offsets before and after: the clocks may change at midnight.
    const offsets = [midnight - dayMs / 2, midnight + dayMs / 2].map((at) =>
      this.#readOffset(at - this.#readOffset(at)),
    );
    const starts = offsets.map((offset) => midnight - offset).filter((at) => this.dayOf(at) === day);
    return Math.min(...starts);
  }

  #offsetAt(at: Instant): number {
    const day = dayNumberOf(at);
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const [first, last] = [this.#readOffset(day * dayMs), this.#readOffset((day + 1) * dayMs - 1000)];
      offset = first === last ? first : null;
      this.#offsets.set(day, offset);
    }
    return offset ?? this.#readOffset(at);
  }

  #readOffset(at: Instant): number {
    const second = Math.floor(at / 1000) * 1000;
    const parts = Object.fromEntries(
      this.#format.formatToParts(second).map(({ type, value }) => [type, value]),
    );
    const read = (name: string) => Number(parts[name]);
    const local = Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
    );
    return local - second;
  }
}

/** The same date a year later; 28 February for 29 February. */
export function anniversaryOf(day: DayNumber): DayNumber {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear() + 1, date.getUTCMonth() + 1];
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayNumber(year, month, Math.min(date.getUTCDate(), lastOfMonth));
}
