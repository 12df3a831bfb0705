import type { Instant } from '#contract/units.ts';
import { draftLimits } from '../drafts/draft-limits.ts';
import { composeDraft, type DraftFields } from './compose-draft.ts';
import type { Draft, ReadOptions, RowProblem } from './draft.ts';
import { RowError } from './row-error.ts';
import type { ColumnName } from './table/column-name.ts';
import type { TableRow } from './table/table.ts';
import { cutText } from './values/cut-text.ts';
import type { NumberStyle } from './values/number-style.ts';
import { type DateOrder, detectDateOrder, type ParsedDate, parseDate } from './values/parse-date.ts';
import { type ParsedNumber, parseNumber } from './values/parse-number.ts';
import { absolute, type Units } from './values/units.ts';

const nothing = new Set(['-', '--', '—', 'n/a', 'N/A', 'null', 'NULL', 'None', 'undefined', 'NaN']);
const { maxOpenDateLength, maxProblems, maxProblemText } = draftLimits;

export interface ReadingInput {
  /** Receives the drafts, which are then not kept. */
  readonly take?: ((draft: Draft) => void) | undefined;
  readonly rows: readonly TableRow[];
  readonly columns: readonly ColumnName[];
  readonly numberStyle: NumberStyle;
  readonly options: ReadOptions;
  /** For times without a zone: `always` from the format, or `usual` if the upload names none. */
  readonly zone: { readonly always: string | undefined; readonly usual: string | undefined };
  readonly now: Instant;
}

interface DateOptions {
  readonly order?: DateOrder;
  readonly isYearFirst?: boolean;
  readonly timeZone?: string | undefined;
}

/** The rows of one file below its header, and the drafts made of them. Layouts read from it and add to it. */
export class Reading {
  readonly rows: readonly TableRow[];
  readonly columns: readonly ColumnName[];
  readonly options: ReadOptions;
  readonly drafts: Draft[] = [];
  readonly problems: RowProblem[] = [];
  ignored = 0;
  /** A date of the file, if none of its rows tells whether day or month comes first. */
  openDate: string | null = null;
  private readonly input: ReadingInput;
  private readonly cancelled = new Set<Draft>();
  private unlisted = 0;

  constructor(input: ReadingInput) {
    this.input = input;
    this.rows = input.rows;
    this.columns = input.columns;
    this.options = input.options;
  }

  /** The index of the first of these columns that the file has; -1 if it has none. */
  column(...names: string[]): number {
    for (const wanted of names) {
      const index = this.columns.findIndex(({ name }) => name === wanted);
      if (index >= 0) return index;
    }
    return -1;
  }

  /** A cell's text; empty if the cell is, or has a word for nothing such as `N/A`. */
  text(row: TableRow, column: number): string {
    const text = row.cells[column]?.trim() ?? '';
    return nothing.has(text) ? '' : text;
  }

  /** A cell's text, which must not be empty. */
  requireText(row: TableRow, column: number): string {
    const text = this.text(row, column);
    if (text !== '') return text;
    throw new RowError(
      column < 0 ? 'A column that this row needs is missing' : `“${this.columns[column]?.name}” is empty`,
    );
  }

  /** A cell's number; null if empty. */
  amount(row: TableRow, column: number): Units | null {
    const text = this.text(row, column);
    return text === '' ? null : this.number(row, text).units;
  }

  requireAmount(row: TableRow, column: number): Units {
    return this.number(row, this.requireText(row, column)).units;
  }

  /** A cell's number without its sign; 0 if empty. */
  size(row: TableRow, column: number): Units {
    return absolute(this.amount(row, column) ?? 0n);
  }

  /** A number with its unit. Adds a note to the row if digits were rounded. `style`: if not that of the file. */
  number(row: TableRow, text: string, style: NumberStyle = this.input.numberStyle): ParsedNumber {
    const number = parseNumber(text, style);
    if (number.isRounded)
      this.note(row, `Digits beyond the 18th after the point were rounded: ${cutText(text, 60)}`);
    return number;
  }

  /**
   * Returns a reader for dates in some columns, joined by spaces. All rows decide whether day or month comes first.
   * `ownZone`: the zone of a row, if it has one.
   */
  dates(
    columns: readonly number[],
    options: DateOptions = {},
  ): (row: TableRow, ownZone?: string) => ParsedDate {
    const textOf = (row: TableRow) =>
      columns.length === 1
        ? this.text(row, columns[0] ?? -1)
        : columns
            .map((column) => this.text(row, column))
            .join(' ')
            .trim();
    const order = options.order ?? this.findOrder(textOf, options.isYearFirst);
    const named = columns.map((column) => this.columns[column]?.zone).find(Boolean);
    const { zone } = this.input;
    const timeZone = options.timeZone ?? named ?? zone.always ?? this.options.timeZone ?? zone.usual ?? 'UTC';
    const reading = { order, timeZone, isYearFirst: options.isYearFirst ?? false };
    return (row, ownZone = '') => {
      const text = textOf(row);
      if (text === '') throw new RowError('The row has no date');
      return parseDate(text, ownZone ? { ...reading, timeZone: ownZone } : reading, this.input.now);
    };
  }

  /** A date in a time zone given by the row. */
  dateIn(text: string, timeZone: string, order: DateOrder = 'dmy'): ParsedDate {
    return parseDate(text, { order, timeZone }, this.input.now);
  }

  private findOrder(textOf: (row: TableRow) => string, isYearFirst = false): DateOrder {
    let order: DateOrder = 'open';
    let example: string | null = null;
    for (const row of this.rows) {
      const text = textOf(row);
      const own = detectDateOrder(text, isYearFirst);
      if (own === null) continue;
      if (own === 'open') example ??= text;
      else if (order === 'open') order = own;
      else if (order !== own) return 'mixed';
    }
    if (order === 'open' && example !== null) this.openDate = cutText(example, maxOpenDateLength);
    return order;
  }

  /** Reads each row separately. A `RowError` becomes a problem of the row. */
  eachRow(read: (row: TableRow) => void): void {
    for (const row of this.rows) this.attempt([row], () => read(row));
  }

  /** Reads rows that belong together. A `RowError` becomes a problem of each of them. */
  attempt(rows: readonly TableRow[], read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      for (const row of rows) this.problem(row, error.message);
    }
  }

  /** Adds a transaction; rows with only money are counted as ignored. */
  add(rows: readonly TableRow[], fields: DraftFields): void {
    const draft = composeDraft(fields, {
      lines: rows.map(({ line }) => line).sort((one, other) => one - other),
    });
    if (!draft) this.ignore(rows);
    else if (this.input.take) this.input.take(draft);
    else this.drafts.push(draft);
  }

  /** Withdraws a draft that was later reversed. */
  cancel(draft: Draft): void {
    this.cancelled.add(draft);
    this.ignored += draft.lines.length;
  }

  listDrafts(): Draft[] {
    return this.cancelled.size === 0
      ? this.drafts
      : this.drafts.filter((draft) => !this.cancelled.has(draft));
  }

  ignore(rows: readonly TableRow[]): void {
    this.ignored += rows.length;
  }

  /** Reports a row that can't be read. */
  problem(row: TableRow, message: string): void {
    this.list({ line: row.line, message: cutText(message, maxProblemText), text: this.textOf(row) });
  }

  /** Reports a remark on a row that was read. */
  note(row: TableRow, message: string): void {
    this.list({ line: row.line, message: cutText(message, maxProblemText), text: null });
  }

  /** Reports something about the whole file. */
  noteFile(message: string): void {
    this.list({ line: null, message: cutText(message, maxProblemText), text: null });
  }

  private list(problem: RowProblem): void {
    const last = this.problems.at(-1);
    // A cell that is read twice causes one problem.
    if (last?.line === problem.line && last.message === problem.message) return;
    if (this.problems.length < maxProblems) this.problems.push(problem);
    else this.unlisted += 1;
  }

  /** All problems by line; the last one gives the number of those not listed. */
  listProblems(): RowProblem[] {
    const sorted = this.problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
    if (this.unlisted === 0) return sorted;
    const more = this.unlisted === 1 ? '1 more problem is' : `${this.unlisted} more problems are`;
    return [...sorted, { line: null, message: `${more} not listed`, text: null }];
  }

  private textOf({ cells }: TableRow): string {
    return cutText(cells.join(','), maxProblemText);
  }
}
