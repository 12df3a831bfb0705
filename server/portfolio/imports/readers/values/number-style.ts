/** The decimal separator of a file's numbers. `mixed`: both occur. */
export type NumberStyle = 'point' | 'comma' | 'unknown' | 'mixed';

/** A number in any notation, possibly with a currency's sign or letters. */
const numberLike = /^[^\d.,]{0,6}[\d.,][\d.,'’\s]*[^\d.,]{0,6}$/;
/** A comma of text, such as the date `Mar 1, 2021` or the note `buy,sell`: it says nothing about numbers. */
const wordComma = /,(?!\d)/;
const pointGroups = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** `1,234` may be 1234 or 1.234; in `0,123` the comma can't separate thousands. */
const ambiguousComma = /^[1-9]\d{0,2},\d{3}$/;
const commaGroups = /^[1-9]\d{0,2}(?:,\d{3})+$/;
/** Numbers whose point can't separate thousands. */
const plainPoint = /^-?(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,}))$/;

/** The style shown by one cell; `unknown` if it could be either. */
export function detectNumberStyle(text: string): NumberStyle {
  if (!numberLike.test(text) || wordComma.test(text)) return 'unknown';
  const digits = text.replace(/[^\d.,]/g, '');
  const lastComma = digits.lastIndexOf(',');
  const lastPoint = digits.lastIndexOf('.');
  if (lastComma >= 0 && lastPoint >= 0) return lastComma > lastPoint ? 'comma' : 'point';
  if (pointGroups.test(digits)) return 'comma';
  if (lastComma < 0 || ambiguousComma.test(digits)) return 'unknown';
  return commaGroups.test(digits) ? 'point' : 'comma';
}

/**
 * The style of a whole file. `1,234` alone is ambiguous; in a comma-separated file it is 1234, as in all exchanges' own
 * files.
 */
export function detectFileStyle(
  rows: readonly { readonly cells: readonly string[] }[],
  separator: string,
): NumberStyle {
  let style: NumberStyle = 'unknown';
  let hasPlainPoint = false;
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (cell.length > 60) continue;
      if (!cell.includes(',')) {
        hasPlainPoint ||= plainPoint.test(cell);
        continue;
      }
      const found = detectNumberStyle(cell);
      if (found === 'unknown' || found === style) continue;
      if (style !== 'unknown') return 'mixed';
      style = found;
    }
  }
  if (style !== 'unknown') return style === 'comma' && hasPlainPoint ? 'mixed' : style;
  return hasPlainPoint || separator === ',' ? 'point' : 'unknown';
}
