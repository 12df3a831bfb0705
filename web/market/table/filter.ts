import type { MarketRow } from '../queries.ts';

/** The rows whose name or symbol contains the text, ignoring case; all rows for an empty text. */
export function filterRows(rows: readonly MarketRow[], text: string): readonly MarketRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(
    (row) => row.name.toLowerCase().includes(wanted) || row.symbol.toLowerCase().includes(wanted),
  );
}
