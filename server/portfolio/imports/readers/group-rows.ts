import type { TableRow } from './table/table.ts';

/** Rows by a key, in the order in which the keys first come. */
export function groupRows(
  rows: readonly TableRow[],
  keyOf: (row: TableRow) => string,
): Map<string, [TableRow, ...TableRow[]]> {
  const groups = new Map<string, [TableRow, ...TableRow[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
