/** A cell: text as somebody wrote it, or a plain decimal. Null is empty. */
export type CsvCell = { readonly text: string } | { readonly decimal: string } | null;

/** What spreadsheets take for the beginning of a formula, or pass over before one: signs in either width, and blanks. */
const formula = /^[=+\-@＝＋－＠\t\r\n\0]/;
const quoted = /[",\r\n]/;

/**
 * Rows as RFC 4180 writes them: commas, CRLF after every row, quotes where they are needed. Text that a spreadsheet
 * would compute is given a leading apostrophe, as OWASP advises (CSV Injection; ASVS 5, 1.2.10); decimals stay what they are, negative ones too.
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
