import type { Instant, Milliseconds } from '#contract/units.ts';
import { RowError } from '../row-error.ts';
import { zoneOffsets } from './zone-offset.ts';

/** Which part of `5/9/2017` comes first. `open`: nothing in the file says. `mixed`: it has both. */
export type DateOrder = 'dmy' | 'mdy' | 'open' | 'mixed';

export interface ParsedDate {
  readonly at: Instant;
  /** The same read month first, where the order is open and it makes a difference. */
  readonly monthFirst: Instant | null;
  readonly precision: Milliseconds;
}

export interface DateReading {
  readonly order: DateOrder;
  /** Of times without one. */
  readonly timeZone: string;
  /** Two digits of the year come first: `23-03-23`. */
  readonly isYearFirst?: boolean;
}

const iso =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(.*)$/;
const short =
  /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(.*)$/;
/** `May 5, 2020, 10:10:57 PM`, `Jan. 28, 2022, 12:31 AM` */
const monthName =
  /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(.*)$/;
/** RFC 2822 and `28 Jan 2022 12:31` */
const dayName =
  /^(?:[A-Za-z]{3,9},\s+)?(\d{1,2})\.?[\s-]([A-Za-z]{3,9})\.?,?[\s-](\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(.*)$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const epoch = /^1\d{9}(?:\d{3})?(?:\.\d+)?$/;
const zonePart = /^(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{1,2}|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?)$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const firstLedgerDay = Date.UTC(2009, 0, 3);

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly clock: readonly (string | undefined)[];
  readonly zone: string;
}

const refuse = (text: string, why = 'is not a date'): never => {
  throw new RowError(`“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” ${why}`);
};

/** What one date says about the order in its file; null where it is written another way. */
export function detectDateOrder(text: string): DateOrder | null {
  const second = text.charCodeAt(2);
  // A year of four digits comes first: the usual case, and cheap to see.
  if (second >= 48 && second <= 57) return null;
  const match = short.exec(text);
  if (!match || match[2] === '.') return null;
  const [first, other] = [Number(match[1]), Number(match[3])];
  if (first > 12) return 'dmy';
  return other > 12 ? 'mdy' : 'open';
}

/** Reads a date as exchanges write it. Throws a `RowError` where it is none, or none that a ledger can hold. */
export function parseDate(text: string, reading: DateReading, now: Instant): ParsedDate {
  const fast = readPlain(text);
  if (fast)
    return check(
      text,
      { at: localToInstant(fast.local, fast.zone, reading), monthFirst: null, precision: fast.precision },
      now,
    );
  const found = readParts(text, reading);
  if (!Array.isArray(found)) return check(text, found, now);
  const [first, second] = found;
  if (first === undefined) return refuse(text);
  const date = build(text, first, reading);
  const swapped = second && isRealDay(second) ? build(text, second, reading).at : null;
  return check(text, { ...date, monthFirst: swapped === date.at ? null : swapped }, now);
}

const plainDate = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(Z| UTC)?$/;

/** The commonest form, which is in most files. */
function readPlain(text: string): { local: Instant; zone: string | null; precision: Milliseconds } | null {
  const match = plainDate.exec(text);
  if (!match) return null;
  const local = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  if (Number.isNaN(local)) return null;
  const fraction = text.charAt(19) === '.' ? text.slice(20).replace(/\D/g, '') : '';
  return {
    local: local + milliseconds(fraction),
    zone: match[1] ? 'UTC' : null,
    precision: fraction ? 1 : 1000,
  };
}

const milliseconds = (fraction: string) => Number(fraction.padEnd(3, '0').slice(0, 3));

/** One reading of the parts, or day first and month first. */
function readParts(text: string, { order, isYearFirst }: DateReading): Parts[] | ParsedDate {
  if (epoch.test(text)) {
    const value = Number(text);
    return text.length >= 13 && !text.includes('.')
      ? { at: value, monthFirst: null, precision: 1 }
      : { at: Math.floor(value * 1000), monthFirst: null, precision: 1000 };
  }
  const year = iso.exec(text);
  if (year) return [toParts(year[1], year[2], year[3], year.slice(4))];
  const days = compact.exec(text);
  if (days) return [toParts(days[1], days[2], days[3], [])];
  const named = monthName.exec(text);
  if (named) return [toParts(named[3], monthOf(named[1]), named[2], named.slice(4))];
  const daily = dayName.exec(text);
  if (daily) return [toParts(daily[3], monthOf(daily[2]), daily[1], daily.slice(4))];
  const match = short.exec(text);
  if (!match) return [];
  const [, first, mark, other, last, ...clock] = match;
  if (isYearFirst) return [toParts(`20${first}`, other, last, clock)];
  return readShort({ first, mark, other, year: last?.length === 2 ? `20${last}` : last, clock, text, order });
}

interface ShortDate {
  readonly first: string | undefined;
  readonly mark: string | undefined;
  readonly other: string | undefined;
  readonly year: string | undefined;
  readonly clock: readonly (string | undefined)[];
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
  clock: readonly (string | undefined)[],
): Parts {
  return { year: Number(year), month: Number(month), day: Number(day), clock, zone: (clock[5] ?? '').trim() };
}

const isRealDay = ({ year, month, day }: Parts) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

function build(text: string, parts: Parts, reading: DateReading): ParsedDate {
  const [hours, minutes, seconds, fraction, half] = parts.clock;
  if (!isRealDay(parts)) return refuse(text);
  let hour = Number(hours ?? 0);
  if (half) {
    if (hour < 1 || hour > 12) return refuse(text);
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return refuse(text);
  if (parts.zone && !zonePart.test(parts.zone)) return refuse(text);
  const local =
    Date.UTC(parts.year, parts.month - 1, parts.day, hour, minute, second) + milliseconds(fraction ?? '');
  const precision = fraction ? 1 : seconds ? 1000 : hours ? 60_000 : 86_400_000;
  return { at: localToInstant(local, parts.zone || null, reading), monthFirst: null, precision };
}

function localToInstant(local: Instant, zone: string | null, { timeZone }: DateReading): Instant {
  return zoneOffsets(zone ?? timeZone).toInstant(local);
}

function check(text: string, date: ParsedDate, now: Instant): ParsedDate {
  const latest = now + 86_400_000;
  if (date.at < firstLedgerDay) return refuse(text, 'is before 2009-01-03');
  if (date.at > latest && (date.monthFirst === null || date.monthFirst > latest))
    return refuse(text, 'lies ahead');
  return date;
}
