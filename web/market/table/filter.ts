import type { MarketRow } from '../queries.ts';

/** The rows whose name or symbol contains the text, ignoring case; all rows for an empty text. */
export function filterRows(rows: readonly MarketRow[], text: string): readonly MarketRow[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return rows;
  return rows.filter(
    (row) => row.name.toLowerCase().includes(needle) || row.symbol.toLowerCase().includes(needle),
  );
}
