import type { DecimalText } from '#contract/units.ts';
import { type CsvCell, writeCsv } from '../../holdings/csv.ts';

/** A table column: its name, and how to get its cell from a row. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => CsvCell];

export const text = (written: string | null): CsvCell => (written === null ? null : { text: written });
export const decimal = (written: DecimalText | null): CsvCell =>
  written === null ? null : { decimal: written };

export function writeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(([name]) => text(name));
  return writeCsv([head, ...rows.map((row) => columns.map(([, cell]) => cell(row)))]);
}
