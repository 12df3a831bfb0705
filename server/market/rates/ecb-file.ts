import { Decimal } from 'decimal.js';
import { type DayNumber, formatDay, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { DailyRate } from './store.ts';

/** A line that can't be read, by its number in the file. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

export interface EcbFile {
  /** One entry per line: a day's rates. */
  readonly days: readonly { readonly day: DayNumber; readonly rates: readonly DailyRate[] }[];
  readonly refused: readonly RefusedLine[];
}

const places = 36;
const Wide = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN });
const numberPattern = /^\d{1,12}(?:\.\d{1,18})?$/;
const codePattern = /^[A-Z]{3}$/;
const datePattern = /^(?:1999|20\d\d)-\d\d-\d\d$/;

/**
 * Reads the European Central Bank's `eurofxref-hist.csv`: a column per currency, a line per day, in units per euro.
 * Returns units per dollar, or null if it is not such a file.
 */
export function readEcbFile(text: string, today: DayNumber): EcbFile | null {
  const [header, ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const codes = readHeader(header ?? '');
  if (!codes) return null;
  const days: { day: DayNumber; rates: DailyRate[] }[] = [];
  const refused: RefusedLine[] = [];
  const seen = new Set<DayNumber>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line, codes, { seen, today });
    if (typeof read === 'string') refused.push({ line: index + 2, reason: read });
    else {
      seen.add(read.day);
      days.push(read);
    }
  }
  return { days, refused };
}

/**
 * The column codes in order; the column after the trailing comma is empty. Null if it is not the header of such a file.
 */
function readHeader(header: string): string[] | null {
  const [first, ...codes] = splitCells(header);
  if (first?.toLowerCase() !== 'date' || !codes.includes('USD')) return null;
  return codes.every((code) => code === '' || codePattern.test(code)) ? codes : null;
}

const splitCells = (line: string) => line.split(',').map((cell) => cell.trim());

/** A day's rates, or the reason why there are none. */
function readLine(
  line: string,
  codes: readonly string[],
  { seen, today }: { seen: ReadonlySet<DayNumber>; today: DayNumber },
): (EcbFile['days'][number] & { rates: DailyRate[] }) | string {
  const [date = '', ...cells] = splitCells(line);
  const day = datePattern.test(date) ? parseDay(date) : Number.NaN;
  if (Number.isNaN(day) || formatDay(day) !== date) return `${quote(date)} is not a date`;
  if (day > today) return `${date} is in the future`;
  if (seen.has(day)) return `${date} occurs twice`;
  if (cells.length > codes.length) return `${cells.length} rates for ${codes.length} columns`;
  const perEuro = new Map<string, string>([['EUR', '1']]);
  for (const [index, code] of codes.entries()) {
    const cell = cells[index] ?? '';
    if (code === '' || cell === '' || cell === 'N/A') continue;
    if (!numberPattern.test(cell) || Number(cell) === 0) return `${quote(cell)} is not a rate of ${code}`;
    perEuro.set(code, cell);
  }
  const dollars = perEuro.get('USD');
  if (dollars === undefined) return 'There is no rate of USD';
  return {
    day,
    rates: [...perEuro].map(([code, units]) => toDailyRate(day, code, new Wide(units).dividedBy(dollars))),
  };
}

function toDailyRate(day: DayNumber, code: string, rate: Decimal): DailyRate {
  return {
    currency: code.toLowerCase(),
    day,
    source: 'ecb',
    rate: rate.toDecimalPlaces(places).toFixed(),
    at: startOfDay(day),
  };
}

const quote = (text: string) => `"${text.slice(0, 30)}"`;
