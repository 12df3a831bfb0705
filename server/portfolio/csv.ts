import type { DecimalText } from '#contract/units.ts';

/** A cell: text as entered, or a plain decimal. Null: empty. */
export type CsvCell = { readonly text: string } | { readonly decimal: DecimalText } | null;

/**
 * Characters that spreadsheets treat as the start of a formula or skip before one: operators in either width, and
 * whitespace. Text's own leading apostrophes are matched too, so that a reader can tell the added one and remove it.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n\0]/;
const quoted = /[",\r\n]/;

/**
 * Writes rows as in RFC 4180: commas, CRLF after every row, quotes where needed. Text that a spreadsheet would
 * evaluate gets a leading apostrophe, as OWASP advises (CSV Injection; ASVS 5, 1.2.10). Decimals stay unchanged,
 * including negative ones.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  if ('decimal' in cell) return cell.decimal;
  const text = formula.test(cell.text) ? `'${cell.text}` : cell.text;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
