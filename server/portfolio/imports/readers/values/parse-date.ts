import type { Instant, Milliseconds } from '#contract/units.ts';
import { RowError } from '../row-error.ts';
import { cutText } from './cut-text.ts';
import { getZoneOffsets } from './zone-offset.ts';

/** Whether day or month comes first in `5/9/2017`. `open`: the file doesn't tell. `mixed`: it has both. */
export type DateOrder = 'dmy' | 'mdy' | 'open' | 'mixed';

export interface ParsedDate {
  /** With day first, if the order is open. */
  readonly at: Instant;
  /** The date read month first, if the order is open and it makes a difference. */
  readonly monthFirst: Instant | null;
  /** 1, 1,000, 60,000 or 86,400,000 ms. */
  readonly precision: Milliseconds;
}

export interface DateReading {
  readonly order: DateOrder;
  /** For times without a zone. */
  readonly timeZone: string;
  /** Whether two digits, with dashes between, begin with the year: `23-03-23`. Spreadsheet programs rewrite such dates. */
  readonly isYearFirst?: boolean;
}

/** The date; the time follows. Spaces have been collapsed. */
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:,? |T|$)/;
const short = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?:,? |T|$)/;
/** `May 5, 2020, 10:10:57 PM`, `Jan. 28, 2022, 12:31 AM` */
const monthName = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (?:at )?|$)/;
/** RFC 2822 and `28 Jan 2022 12:31` */
const dayName = /^(?:[A-Za-z]{3,9}, )?(\d{1,2})\.?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})(?:,? |$)/;
const clockPart =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(?:([AaPp])\.?[Mm]\.?)?(?: |$|(?=[-+Z]))/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const epoch = /^1\d{9}(?:\d{3})?(?:\.\d+)?$/;
const zonePart = /^(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{1,2}|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?)$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const firstLedgerDay = Date.UTC(2009, 0, 3);

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly clock: Clock;
}

const refuse = (text: string, why = 'is not a date'): never => {
  throw new RowError(`“${cutText(text, 40)}” ${why}`);
};

const isDigit = (code: number) => code >= 48 && code <= 57;

/** The time of day and its zone. */
interface Clock {
  readonly hours: number | null;
  readonly minutes: number;
  readonly seconds: number | null;
  readonly fraction: string;
  readonly half: string;
  readonly zone: string;
}

function readClock(text: string): Clock {
  const match = clockPart.exec(text);
  if (!match) return { hours: null, minutes: 0, seconds: null, fraction: '', half: '', zone: text.trim() };
  const [all, hours, minutes, seconds, fraction = '', half = ''] = match;
  return {
    hours: Number(hours),
    minutes: Number(minutes),
    seconds: seconds === undefined ? null : Number(seconds),
    fraction,
    half: half.toLowerCase(),
    zone: text.slice(all.length).trim(),
  };
}

/** The order shown by one date; null if its form isn't ambiguous. */
export function detectDateOrder(text: string, isYearFirst = false): DateOrder | null {
  // Fast path for the usual case: a four-digit year first.
  if (isDigit(text.charCodeAt(1)) && isDigit(text.charCodeAt(2))) return null;
  const match = short.exec(text);
  if (!match || match[2] === '.' || (isYearFirst && hasYearFirst(match))) return null;
  const [first, other] = [Number(match[1]), Number(match[3])];
  if (first === other) return null;
  if (first > 12) return 'dmy';
  return other > 12 ? 'mdy' : 'open';
}

const hasYearFirst = (match: RegExpExecArray) => match[2] === '-' && match[4]?.length === 2;

/** Reads a date as exchanges write it. Throws a `RowError` if it isn't one or is out of the ledger's range. */
export function parseDate(text: string, reading: DateReading, now: Instant): ParsedDate {
  const fast = readPlain(text);
  if (fast)
    return check(
      text,
      { at: localToInstant(fast.local, fast.zone, reading), monthFirst: null, precision: fast.precision },
      now,
    );
  if (text.length > 60) return refuse(text);
  const found = readParts(text.split(/\s/).filter(Boolean).join(' '), reading);
  if (!Array.isArray(found)) return check(text, found, now);
  const [first, second] = found;
  if (first === undefined) return refuse(text);
  const date = build(text, first, reading);
  const swapped = second && isRealDay(second) ? build(text, second, reading).at : null;
  return check(text, { ...date, monthFirst: swapped === date.at ? null : swapped }, now);
}

const plainDate = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(Z| UTC)?$/;

/** Fast path for the most common form. */
function readPlain(text: string): { local: Instant; zone: string | null; precision: Milliseconds } | null {
  const match = plainDate.exec(text);
  if (!match) return null;
  const local = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  if (Number.isNaN(local)) return null;
  // The platform takes 30 February for 2 March.
  const day = Number(text.slice(8, 10));
  if (day > 28 && new Date(local).getUTCDate() !== day) return null;
  const fraction = text.charAt(19) === '.' ? text.slice(20).replace(/\D/g, '') : '';
  return {
    local: local + milliseconds(fraction),
    zone: match[1] ? 'UTC' : null,
    precision: fraction ? 1 : 1000,
  };
}

const milliseconds = (fraction: string) => Number(fraction.padEnd(3, '0').slice(0, 3));

/** Returns one reading of the parts, or two: day first and month first. */
function readParts(text: string, { order, isYearFirst }: DateReading): Parts[] | ParsedDate {
  if (epoch.test(text)) {
    const value = Number(text);
    return text.length >= 13 && !text.includes('.')
      ? { at: value, monthFirst: null, precision: 1 }
      : { at: Math.floor(value * 1000), monthFirst: null, precision: 1000 };
  }
  const days = compact.exec(text);
  if (days) return [toParts(days[1], days[2], days[3], readClock(''))];
  for (const [pattern, pick] of forms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [year, month, day] = pick(match);
    return [toParts(year, month, day, readClock(text.slice(match[0].length)))];
  }
  const match = short.exec(text);
  if (!match) return [];
  const [all, first, mark, other, last] = match;
  const clock = readClock(text.slice(all.length));
  if (isYearFirst && hasYearFirst(match)) return [toParts(`20${first}`, other, last, clock)];
  return readShort({ first, mark, other, year: last?.length === 2 ? `20${last}` : last, clock, text, order });
}

type Picked = readonly [year: string | undefined, month: string | undefined, day: string | undefined];

/** Forms in which each part's meaning is clear. */
const forms: readonly (readonly [RegExp, (match: RegExpExecArray) => Picked])[] = [
  [iso, ([, year, month, day]) => [year, month, day]],
  [monthName, ([, month, day, year]) => [year, monthOf(month), day]],
  [dayName, ([, day, month, year]) => [year, monthOf(month), day]],
];

interface ShortDate {
  readonly first: string | undefined;
  readonly mark: string | undefined;
  readonly other: string | undefined;
  readonly year: string | undefined;
  readonly clock: Clock;
  readonly text: string;
  readonly order: DateOrder;
}

function readShort({ first, mark, other, year, clock, text, order }: ShortDate): Parts[] {
  const dayFirst = toParts(year, other, first, clock);
  const monthFirst = toParts(year, first, other, clock);
  if (mark === '.') return [dayFirst];
  const own = Number(first) > 12 ? 'dmy' : Number(other) > 12 ? 'mdy' : null;
  if (order === 'mixed') {
    if (own === null) return refuse(text, 'may be day first or month first: the file has both');
    return [own === 'dmy' ? dayFirst : monthFirst];
  }
  if (order === 'mdy') return [monthFirst];
  return order === 'dmy' || own ? [own === 'mdy' ? monthFirst : dayFirst] : [dayFirst, monthFirst];
}

const monthOf = (name = ''): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function toParts(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  clock: Clock,
): Parts {
  return { year: Number(year), month: Number(month), day: Number(day), clock };
}

const isRealDay = ({ year, month, day }: Parts) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

function build(text: string, parts: Parts, reading: DateReading): ParsedDate {
  const { hours, minutes, seconds, fraction, half, zone } = parts.clock;
  if (!isRealDay(parts) || (zone && !zonePart.test(zone))) return refuse(text);
  if (half && (hours === null || hours < 1 || hours > 12)) return refuse(text);
  const hour = half ? ((hours ?? 0) % 12) + (half === 'p' ? 12 : 0) : (hours ?? 0);
  if (hour > 23 || minutes > 59 || (seconds ?? 0) > 59) return refuse(text);
  const local =
    Date.UTC(parts.year, parts.month - 1, parts.day, hour, minutes, seconds ?? 0) + milliseconds(fraction);
  const precision = fraction ? 1 : seconds !== null ? 1000 : hours !== null ? 60_000 : 86_400_000;
  return { at: localToInstant(local, zone || null, reading), monthFirst: null, precision };
}

function localToInstant(local: Instant, zone: string | null, { timeZone }: DateReading): Instant {
  return getZoneOffsets(zone ?? timeZone).toInstant(local);
}

function check(text: string, date: ParsedDate, now: Instant): ParsedDate {
  const latest = now + 86_400_000;
  if (date.at < firstLedgerDay) return refuse(text, 'is before 2009-01-03');
  if (date.at > latest && (date.monthFirst === null || date.monthFirst > latest))
    return refuse(text, 'is in the future');
  return date;
}
