import { Decimal } from 'decimal.js';
import type { DecimalText, Instant } from '#contract/units.ts';
import { type DayNumber, dayNumberOf, formatDay, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { CloseSource } from '../closes/close-source.ts';
import { isNearMidnight } from '../closes/daily-closes.ts';
import { quote } from './refused-lines.ts';

/** A day's closing price as read from a line. */
export interface LinePrice {
  readonly day: DayNumber;
  /** Plain decimal text, in the file's currency. */
  readonly price: DecimalText;
  /** If a day has several lines, the latest counts. Null if a day may occur only once. */
  readonly at: Instant | null;
}

export interface PriceFormat {
  readonly source: Extract<CloseSource, 'coingecko_csv' | 'kraken' | 'import'>;
  /** Whether a line (header or first row) matches this format. */
  readonly fits: (cells: readonly string[]) => boolean;
  /** Returns null for a line without a price, such as a header, or the reason why it can't be read. */
  readonly read: (cells: readonly string[]) => LinePrice | string | null;
}

const numberPattern = /^\d{1,15}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$/;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const secondsPattern = /^\d{9,11}$/;
const snappedPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(?: UTC|Z)$/;
const Wide = Decimal.clone({ precision: 80 });

function readPrice(cell: string): DecimalText | null {
  return numberPattern.test(cell) && Number(cell) > 0 ? new Wide(cell).toFixed() : null;
}

const notAPrice = (cell: string) => `${quote(cell)} is not a price`;

function readDay(cell: string): DayNumber | null {
  if (!datePattern.test(cell)) return null;
  const day = parseDay(cell);
  return !Number.isNaN(day) && formatDay(day) === cell ? day : null;
}

/** Kraken's OHLCVT: seconds, open, high, low, close, volume, trades; one candle per line, dated at its start. */
const kraken: PriceFormat = {
  source: 'kraken',
  fits: ([time = '', ...others]) =>
    others.length >= 5 &&
    (secondsPattern.test(time) || (time.toLowerCase() === 'time' && others[3]?.toLowerCase() === 'close')),
  read([time = '', , , , close = '']) {
    if (time.toLowerCase() === 'time') return null;
    if (!secondsPattern.test(time)) return `${quote(time)} is not a time in seconds`;
    const price = readPrice(close);
    if (price === null) return notAPrice(close);
    const at = Number(time) * 1000;
    return { day: dayNumberOf(at), price, at };
  },
};

/** CoinGecko's export: one day per line, dated at the midnight its price belongs to, which ends the previous day. */
const coingecko: PriceFormat = {
  source: 'coingecko_csv',
  fits: ([first = '', second = '']) =>
    first.toLowerCase() === 'snapped_at' || (snappedPattern.test(first) && second !== ''),
  read([snappedAt = '', cell = '']) {
    if (snappedAt.toLowerCase() === 'snapped_at') return null;
    const [, date = '', time = ''] = snappedPattern.exec(snappedAt) ?? [];
    const at = readDay(date) === null ? Number.NaN : Date.parse(`${date}T${time}Z`);
    if (Number.isNaN(at)) return `${quote(snappedAt)} is not a time`;
    const price = readPrice(cell);
    if (price === null) return notAPrice(cell);
    if (!isNearMidnight(at)) return `${quote(snappedAt)} is not midnight, so it is not a day's close`;
    return { day: Math.round(at / startOfDay(1)) - 1, price, at: null };
  },
};

/** `date,price`: the day's closing price. */
const plain: PriceFormat = {
  source: 'import',
  fits: ([first = '', second = '', ...others]) =>
    others.length === 0 &&
    ((first.toLowerCase() === 'date' && second.toLowerCase() === 'price') ||
      (readDay(first) !== null && second !== '')),
  read([date = '', cell = '', ...others]) {
    if (date.toLowerCase() === 'date') return null;
    const day = readDay(date);
    if (day === null) return `${quote(date)} is not a date`;
    if (others.length > 0) return 'there are more than two columns';
    const price = readPrice(cell);
    return price === null ? notAPrice(cell) : { day, price, at: null };
  },
};

const formats: readonly PriceFormat[] = [coingecko, kraken, plain];

/** The format that a line matches; null if none does. */
export function findFormat(cells: readonly string[]): PriceFormat | null {
  return formats.find(({ fits }) => fits(cells)) ?? null;
}

export function splitCells(line: string): string[] {
  const separator = line.includes(',') ? ',' : line.includes(';') ? ';' : '\t';
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}
