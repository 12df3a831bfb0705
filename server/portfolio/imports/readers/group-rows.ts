import type { TableRow } from './table/table.ts';

/** Groups rows by a key, in order of first appearance. */
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
