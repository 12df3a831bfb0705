import type { Instant } from '#contract/units.ts';
import { draftLimits } from '../drafts/draft-limits.ts';
import type { OpenDrafts, ReadFile, ReadOptions } from './draft.ts';
import type { FormatReader } from './format-reader.ts';
import { formatReaders } from './format-readers.ts';
import { createGenericReader } from './formats/generic.ts';
import { Reading } from './reading.ts';
import { decodeText } from './table/decode-text.ts';
import { type FoundLayout, findLayout } from './table/find-layout.ts';
import { readCsv } from './table/read-csv.ts';
import { readJson } from './table/read-json.ts';
import { readXlsx } from './table/read-xlsx.ts';
import { type Table, type TableRow, tableLimits } from './table/table.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { detectFileStyle, type NumberStyle } from './values/number-style.ts';

const separators = [',', ';', '\t', '|'];
const sampleRows = 60;

/** Hooks that keep a large file from being in memory several times. */
export interface LargeFileHooks {
  /** Receives the drafts, which are then left out of the answer. */
  readonly openDrafts?: OpenDrafts;
  /** Called when the bytes are no longer needed. */
  readonly releaseBytes?: () => void;
}

/** Reads a file of any supported format. Throws `UnreadableFile` if nothing in it can be read. */
export async function readFile(
  bytes: Uint8Array,
  options: ReadOptions,
  now: Instant,
  { openDrafts, releaseBytes }: LargeFileHooks = {},
): Promise<ReadFile> {
  const context = { options, now, openDrafts };
  if (bytes.length > tableLimits.maxBytes)
    throw new UnreadableFile('too_large', 'The file is larger than 20 MB');
  if (bytes.length === 0) throw new UnreadableFile('unreadable', 'The file is empty');
  if (isArchive(bytes)) return readTables(await readXlsx(bytes), context);
  if (isOldSpreadsheet(bytes))
    throw new UnreadableFile(
      'unreadable',
      'This is a spreadsheet in an old format (.xls): save it as .xlsx or CSV',
    );
  if (isPdf(bytes))
    throw new UnreadableFile('unreadable', 'This is a PDF: export the transactions as CSV, XLSX or JSON');
  const text = new HeldText(decodeText(bytes));
  releaseBytes?.();
  if (/^\uFEFF?\s*[[{]/.test(text.peek(1000))) return readTables([readJson(text.take())], context);
  return readText(text, context);
}

/** Gives up its text when taken, so that the text and its rows aren’t both in memory. */
class HeldText {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the last row may have been cut off. */
  get hasOpenEnd(): boolean {
    return !this.#text.endsWith('\n');
  }

  peek(length: number): string {
    return this.#text.slice(0, length);
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);
const isArchive = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
const isPdf = (bytes: Uint8Array) => startsWith(bytes, [0x25, 0x50, 0x44, 0x46]);
const isOldSpreadsheet = (bytes: Uint8Array) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

interface Context {
  readonly options: ReadOptions;
  readonly now: Instant;
  readonly openDrafts: OpenDrafts | undefined;
  readonly hasOpenEnd?: boolean;
  readonly otherSheets?: number;
}

/** The formats that the file may have. */
function listReaders({ format, mapping }: ReadOptions): readonly FormatReader[] {
  if (mapping && (format === null || format === 'generic')) return [createGenericReader(mapping)];
  if (format === 'generic')
    throw new UnreadableFile('unreadable', 'A file of this kind needs a mapping of its columns');
  return format === null ? formatReaders : formatReaders.filter((reader) => reader.format === format);
}

function readText(text: HeldText, context: Context): ReadFile {
  const { options } = context;
  const found = findTextLayout(text, options);
  if (!found) {
    const samples = readSamples(text);
    readCsv(text.take(), ',');
    throw describeUnknownFormat([chooseTable(samples)], options);
  }
  const { separator, ...layout } = found;
  const { hasOpenEnd } = text;
  return readFound({ ...layout, table: readCsv(text.take(), separator) }, { ...context, hasOpenEnd });
}

/** Leaves out the table, because its cells may be slices that keep the text in memory. */
function findTextLayout(text: HeldText, options: ReadOptions) {
  const found = findLayout(readSamples(text), listReaders(options));
  if (!found) return null;
  const { table, ...layout } = found;
  return { ...layout, separator: table.separator };
}

function readSamples(text: HeldText): Table[] {
  // With too short a sample, a quote that opens late may hide the header.
  const sample = text.peek(200_000);
  return separators.map((separator) => readCsv(sample, separator, sampleRows));
}

function readTables(tables: readonly Table[], context: Context): ReadFile {
  const { options } = context;
  const found = findLayout(tables, listReaders(options));
  if (!found) throw describeUnknownFormat(tables, options);
  return readFound(found, { ...context, otherSheets: countOtherSheets(tables, found) });
}

/** How many other sheets have rows below a header of the same format. */
function countOtherSheets(tables: readonly Table[], { reader, table }: FoundLayout): number {
  return tables.filter((other) => {
    const found = other === table ? null : findLayout([other], [reader]);
    return found !== null && other.rows.length > found.headerIndex + 1;
  }).length;
}

function readFound(
  { reader, layout, table, headerIndex, columns }: FoundLayout,
  { options, now, openDrafts, hasOpenEnd = false, otherSheets = 0 }: Context,
): ReadFile {
  const rows = table.rows.slice(headerIndex + 1);
  if (rows.length > tableLimits.maxRows)
    throw new UnreadableFile('too_many_rows', 'The file has more than 100,000 rows', {
      line: rows[tableLimits.maxRows]!.line,
    });
  const count = rows.length;
  const cutRow = hasOpenEnd ? takeCutRow(rows, columns.length) : null;
  const take = openDrafts?.(reader.format);
  const reading = new Reading({
    take: layout.cancelsDrafts ? undefined : take,
    rows,
    columns,
    numberStyle: findNumberStyle(table, rows),
    options,
    zone: { always: layout.zone, usual: layout.usualZone },
    now,
  });
  if (otherSheets > 0)
    reading.noteFile(
      `${otherSheets === 1 ? 'Another sheet has' : `${otherSheets} other sheets have`} rows too, which were not read: save each sheet as a file of its own`,
    );
  layout.read(reading);
  if (cutRow) reading.problem(cutRow, 'The file ends in the middle of this row');
  if (take && layout.cancelsDrafts) for (const draft of reading.listDrafts()) take(draft);
  return {
    format: reader.format,
    layout: layout.name,
    rows: count,
    drafts: take ? [] : reading.listDrafts(),
    problems: reading.listProblems(),
    ignored: reading.ignored,
    openDate: reading.openDate,
  };
}

/** In a spreadsheet, `1,234` is 1234 unless other texts have decimal commas. */
function findNumberStyle({ separator, isSpreadsheet }: Table, rows: readonly TableRow[]): NumberStyle {
  if (isSpreadsheet) return detectFileStyle(rows, ',');
  return separator === '' ? 'point' : detectFileStyle(rows, separator);
}

/** The number of rows that the last one is compared with. */
const comparedRows = 20;

/**
 * Removes and returns the last row if it alone has fewer cells than the header: it may end within a number, which would
 * still look like one.
 */
function takeCutRow(rows: TableRow[], width: number): TableRow | null {
  const isShort = ({ cells }: TableRow) => cells.length < width;
  const last = rows.at(-1);
  // A single cell is not a transaction; the exchange may have added a remark.
  if (!last || !isShort(last) || last.cells.length < 2 || rows.slice(-comparedRows - 1, -1).some(isShort))
    return null;
  rows.pop();
  return last;
}

/**
 * Of the tables that a text makes with each separator, the one whose rows have the most equal widths: with a comma, rows
 * with decimal commas are wider than their header.
 */
function chooseTable(tables: readonly Table[]): Table {
  const judged = tables.map((table) => {
    const widths = table.rows.map(({ cells }) => cells.length);
    const uneven = widths.reduce((sum, width, row) => sum + Math.abs(width - (widths[row - 1] ?? width)), 0);
    return { table, uneven, total: widths.reduce((sum, width) => sum + width, 0) };
  });
  const split = judged.filter(({ table, total }) => total > table.rows.length);
  const [best] = split.sort(
    (a, b) => a.uneven - b.uneven || b.total / b.table.rows.length - a.total / a.table.rows.length,
  );
  return (best ?? judged[0]!).table;
}

/** The header is taken to be the row with the most cells. */
function describeUnknownFormat(tables: readonly Table[], { format }: ReadOptions): UnreadableFile {
  const rows = tables.flatMap((table) => table.rows.slice(0, sampleRows));
  const widest = rows.reduce<readonly string[]>((best, { cells }) => {
    const filled = (list: readonly string[]) => list.filter((cell) => cell.trim() !== '').length;
    return filled(cells) > filled(best) ? cells : best;
  }, []);
  const columns = widest
    .map((cell) => cell.trim().slice(0, draftLimits.maxColumnLength))
    .filter(Boolean)
    .slice(0, 100);
  const message =
    format === null
      ? 'This file is not in a format we know'
      : `These are not the columns of a file from ${formatReaders.find((reader) => reader.format === format)?.name ?? format}`;
  return new UnreadableFile('unknown_format', message, { columns });
}
