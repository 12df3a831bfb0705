import type { DecimalText } from '#contract/units.ts';

/** A cell: text as entered, or a plain decimal. Null: empty. */
export type CsvCell = { readonly text: string } | { readonly decimal: DecimalText } | null;

/**
 * Characters that spreadsheets treat as the start of a formula or skip before one: operators in either width, and
 * whitespace. Text's own leading apostrophes are matched too, so that a reader can tell the added one and remove it.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n\0]/;
/**
 * Where a cell begins within a text for a spreadsheet that separates cells with semicolons or tabs: to it, our quotes are
 * in the middle of a cell and mean nothing.
 */
const innerFormula = /([;\t\r\n]["\0]*)('*)(?=[=+\-@＝＋－＠])/g;
const guardedInnerFormula = /([;\t\r\n]["\0]*)'('*)(?=[=+\-@＝＋－＠])/g;
const quoted = /[",;\r\n]/;

/**
 * Writes rows as in RFC 4180: commas, CRLF after every row, quotes where needed. Text that a spreadsheet would
 * evaluate gets an apostrophe before it, as OWASP advises (CSV Injection; ASVS 5, 1.2.10). Decimals stay unchanged,
 * including negative ones.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/** Removes the apostrophes that `writeCsv` adds to a text. */
export function unguard(text: string): string {
  const inner = text.replace(guardedInnerFormula, '$1$2');
  return formula.test(inner) && inner.startsWith("'") ? inner.slice(1) : inner;
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  if ('decimal' in cell) return cell.decimal;
  const inner = cell.text.replace(innerFormula, "$1'$2");
  const text = formula.test(inner) ? `'${inner}` : inner;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
