import type { TaxDetailsOf, TaxReport } from '#contract/tax/report.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';

/** The report's tables that may be long, of which the last is in its details. Their rows are read one by one. */
export const reportTables = [
  'lines',
  'apart',
  'incomeLines',
  'differences',
  'problems',
  'pools',
  'lots',
  'unknownCosts',
  'superficialLosses',
] as const;
export type ReportTable = (typeof reportTables)[number];
type Tables = TaxReport & Pick<TaxDetailsOf<'CA'>, 'superficialLosses'>;
export type ReportRow<Table extends ReportTable> = Tables[Table][number];
/** A table in the details is an empty list there. */
export type ReportHead = Omit<TaxReport, ReportTable>;

/** A report whose table rows are parsed only when read. */
export interface ReportReader {
  readonly head: ReportHead;
  count(table: ReportTable): number;
  /** The rows from `first` (inclusive) to `end` (exclusive). */
  rows<Table extends ReportTable>(table: Table, first: number, end: number): ReportRow<Table>[];
}

const code = (char: string) => char.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const [openBrace, closeBrace, openBracket, closeBracket] = [code('{'), code('}'), code('['), code(']')];

/**
 * Reads a report from the bytes of its JSON, which must have no whitespace between tokens (as from `JSON.stringify`).
 */
export function readReportBytes(bytes: Buffer): ReportReader {
  const scanning = scanMembers(bytes);
  for (;;) {
    const { done, value } = scanning.next();
    if (done) return openReport(bytes, value);
  }
}

/** Bytes scanned between two pauses: other calls wait for a millisecond or two. */
const bytesAtOnce = 256 * 1024;

/** The same, yielding to other calls in between. */
export async function readReportInTurns(bytes: Buffer): Promise<ReportReader> {
  const scanning = scanMembers(bytes);
  const pauses = new Pauses(bytesAtOnce);
  for (;;) {
    const { done, value } = scanning.next();
    if (done) return openReport(bytes, value);
    await pauses.after(value);
  }
}

interface ScannedReport {
  readonly members: readonly string[];
  readonly offsets: ReadonlyMap<string, readonly number[]>;
}

/** The maximum size of the rows parsed at a time. */
const maxBytesAtOnce = 24 * 1024 * 1024;

/** For a report that takes more memory than a PDF may. */
export const tooLongToDraw = (): AppError =>
  new AppError('conflict', 'This report is too long for a PDF. Download it as CSV or JSON.');

function openReport(bytes: Buffer, { members, offsets }: ScannedReport): ReportReader {
  const head = JSON.parse(`{${members.join(',')}}`) as ReportHead;
  return {
    head,
    count: (table) => Math.max((offsets.get(table)?.length ?? 0) - 1, 0),
    rows(table, first, end) {
      const starts = offsets.get(table) ?? [];
      const [start = 0, last = 0] = [starts[first], starts[end]];
      // In a thread with little memory, V8 would end the whole process rather than the thread.
      if (last - start > maxBytesAtOnce) throw tooLongToDraw();
      const text = bytes.toString('utf8', start, last - 1);
      return end <= first ? [] : (JSON.parse(`[${text}]`) as ReportRow<typeof table>[]);
    },
  };
}

/**
 * The report's members except its tables, and the offset of each table row, followed by the offset after the last one.
 * Yields the number of bytes scanned since the previous yield.
 */
function* scanMembers(bytes: Buffer): Generator<number, ScannedReport> {
  const offsets = new Map<string, number[]>();
  const { members } = yield* scanObject(bytes, 0, offsets);
  return { members, offsets };
}

/** The members of an object that begins at `start`. Adds its tables, and those of its details, to `offsets`. */
function* scanObject(
  bytes: Buffer,
  start: number,
  offsets: Map<string, readonly number[]>,
): Generator<number, { members: string[]; end: number }> {
  const members: string[] = [];
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== closeBrace) {
    const memberStart = bytes[at] === comma ? at + 1 : at;
    const keyEnd = endOfString(bytes, memberStart);
    if (bytes[keyEnd] !== colon) throw new SyntaxError('not the JSON of a report');
    const key = bytes.toString('utf8', memberStart + 1, keyEnd - 1);
    if ((reportTables as readonly string[]).includes(key)) {
      const rows = yield* scanRows(bytes, keyEnd + 1);
      offsets.set(key, rows.starts);
      if (start > 0) members.push(`"${key}":[]`);
      at = rows.end;
    } else if (key === 'details') {
      const details = yield* scanObject(bytes, keyEnd + 1, offsets);
      members.push(`"${key}":{${details.members.join(',')}}`);
      at = details.end;
    } else {
      at = endOfValue(bytes, keyEnd + 1);
      members.push(bytes.toString('utf8', memberStart, at));
    }
  }
  return { members, end: at + 1 };
}

/** `start`: of the array. `starts` ends with where the next row would start. */
function* scanRows(bytes: Buffer, start: number): Generator<number, { starts: number[]; end: number }> {
  if (bytes[start] !== openBracket) throw new SyntaxError('not the JSON of a report');
  const starts: number[] = [];
  let at = start + 1;
  while (bytes[at] !== closeBracket) {
    if (at >= bytes.length) throw new SyntaxError('not the JSON of a report');
    starts.push(at);
    const rowStart = at;
    at = endOfValue(bytes, at);
    if (bytes[at] === comma) at += 1;
    yield at - rowStart;
  }
  // A row ends before a comma, or before the bracket if it is the last.
  if (starts.length > 0) starts.push(at + 1);
  return { starts, end: at + 1 };
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (byte === comma && depth === 0) return at;
    at += 1;
  }
  return at;
}
