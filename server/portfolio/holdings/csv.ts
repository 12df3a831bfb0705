import type { DecimalText } from '#contract/units.ts';

/** A cell: text as entered, or a plain decimal. Null: empty. */
export type CsvCell = { readonly text: string } | { readonly decimal: DecimalText } | null;

/**
 * What spreadsheets treat as the start of a formula, or skip before one: operators in either width, and blanks. Also behind
 * apostrophes of the text's own, so that a reader knows the added one and takes it off again.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n\0]/;
const quoted = /[",\r\n]/;

/**
 * Rows as in RFC 4180: commas, CRLF after every row, quotes where needed. Text that a spreadsheet would evaluate gets a
 * leading apostrophe, as OWASP advises (CSV Injection; ASVS 5, 1.2.10). Decimals stay as they are, negative ones too.
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
