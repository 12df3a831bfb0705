import type { DecimalText, Instant } from '#contract/units.ts';
import { type DayNumber, formatDay, parseDay } from '#server/platform/utc-day.ts';
import { findFormat, type LinePrice, type PriceFormat, splitCells } from './price-formats.ts';
import { readLines, type TextLine } from './read-lines.ts';
import { quote, RefusedLines } from './refused-lines.ts';

/** A day's closing price in a file, and its line. */
export interface DayPrice {
  readonly day: DayNumber;
  readonly line: number;
  readonly price: DecimalText;
  readonly at: Instant | null;
}

export interface DailyPrices {
  /** Null if no line matches a known format. */
  readonly source: PriceFormat['source'] | null;
  readonly days: readonly DayPrice[];
  readonly refused: RefusedLines;
}

/** The date of bitcoin's first block: no coin had a price before. */
const firstDay = parseDay('2009-01-03');
/** If none of this many first lines matches a known format, the file has none. */
const maxLinesBefore = 100;

/**
 * Reads a file line by line into one price per day, so that memory depends on days, not on file size. `today` has not
 * ended, so it has no close yet.
 */
export async function readDailyPrices(
  chunks: AsyncIterable<Uint8Array>,
  today: DayNumber,
): Promise<DailyPrices> {
  const days = new Map<DayNumber, DayPrice>();
  const refused = new RefusedLines();
  let format: PriceFormat | null = null;
  let isAnyRead = false;
  for await (const line of readLines(chunks)) {
    if (line.text.trim() === '') continue;
    const cells = splitCells(line.text);
    format ??= findFormat(cells);
    if (format === null && line.number > maxLinesBefore) break;
    const read =
      format === null ? `${quote(line.text)} is not a line of prices` : readLine(line, cells, format);
    if (read === null) continue;
    if (typeof read !== 'string') isAnyRead = true;
    const reason = typeof read === 'string' ? read : refuseDay(read, today, days.get(read.day));
    if (reason !== null) refused.add({ line: line.number, reason });
    else if (typeof read !== 'string') addDay(days, { ...read, line: line.number });
  }
  return { source: isAnyRead && format ? format.source : null, days: [...days.values()], refused };
}

function readLine(
  { isCut }: TextLine,
  cells: readonly string[],
  format: PriceFormat,
): LinePrice | string | null {
  return isCut ? 'the line is too long' : format.read(cells);
}

function refuseDay({ day, at }: LinePrice, today: DayNumber, known: DayPrice | undefined): string | null {
  if (day < firstDay) return `${formatDay(day)} is before the first block of bitcoin`;
  if (day > today) return `${formatDay(day)} is in the future`;
  if (day === today) return `${formatDay(day)} has not ended`;
  if (known && (at === null || at === known.at)) return `${formatDay(day)} occurs twice`;
  return null;
}

/** A day's last candle has its close. */
function addDay(days: Map<DayNumber, DayPrice>, price: DayPrice): void {
  const known = days.get(price.day);
  if (!known || (price.at ?? 0) > (known.at ?? 0)) days.set(price.day, price);
}
