import type { DecimalText } from '#contract/units.ts';
import { type CsvCell, writeCsv } from '../../csv.ts';

/** A table column: its name, and how to get its cell from a row. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => CsvCell];

/** A cell of plain text. */
export const text = (written: string | null): CsvCell => (written === null ? null : { text: written });
/** A cell with a number. */
export const decimal = (written: DecimalText | null): CsvCell =>
  written === null ? null : { decimal: written };

/** Rows written at a time: as one text, the largest tables would take more memory than a thread has. */
const rowsAtOnce = 500;

/** The pieces of a table with a header. */
export function* writeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Generator<string> {
  yield writeCsv([columns.map(([name]) => text(name))]);
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    yield writeCsv(rows.slice(first, first + rowsAtOnce).map((row) => columns.map(([, cell]) => cell(row))));
}
