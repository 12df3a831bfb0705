import type { FormatReader, Layout } from '../format-reader.ts';
import { type ColumnName, normalizeColumn } from './column-name.ts';
import type { Table } from './table.ts';

/** A table's header and the layout it matches. */
export interface FoundLayout {
  readonly reader: FormatReader;
  readonly layout: Layout;
  readonly table: Table;
  /** The header's index among the table's rows. */
  readonly headerIndex: number;
  readonly columns: readonly ColumnName[];
}

/** Number of lines searched for the header. */
const maxPreamble = 60;

/**
 * How well a header fits a layout: 0 if a required column is missing, else the number of known columns plus their share of
 * all columns, so that the header with fewer other columns wins a tie.
 */
function scoreLayout(columns: readonly ColumnName[], layout: Layout): number {
  const names = new Set(columns.map(({ name }) => name).filter(Boolean));
  const required = layout.required.map((one) => (typeof one === 'string' ? [one] : one));
  if (!required.every((options) => options.some((option) => names.has(option)))) return 0;
  const known = new Set([...required.flat(), ...(layout.known ?? [])]);
  const matched = [...names].filter((name) => known.has(name)).length;
  return matched + matched / names.size;
}

/** Finds the layout that best fits a table and its header among the first lines; null if none fits. */
export function findLayout(tables: readonly Table[], readers: readonly FormatReader[]): FoundLayout | null {
  let best: FoundLayout | null = null;
  let bestScore = 0;
  for (const table of tables) {
    for (const [headerIndex, { cells }] of table.rows.slice(0, maxPreamble).entries()) {
      const columns = cells.map(normalizeColumn);
      for (const reader of readers) {
        for (const layout of reader.layouts) {
          const score = scoreLayout(columns, layout);
          if (score <= bestScore) continue;
          bestScore = score;
          best = { reader, layout, table, headerIndex, columns };
        }
      }
    }
  }
  return best;
}
