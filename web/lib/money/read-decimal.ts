import type { DecimalText } from '#contract/units.ts';

/** The decimal separator. */
export type DecimalSeparator = '.' | ',';

/** Up to 24 digits before the point, and 36 after it: a stored product of an amount and a price may have as many. */
const limits = /^\d{1,24}(?:\.\d{1,36})?$/;
const groupSeparators = /[\s\u00a0\u202f'’_]/g;
const thousands = { '.': /^[1-9]\d{0,2}(?:,\d{3})+$/, ',': /^[1-9]\d{0,2}(?:\.\d{3})+$/ };

/**
 * Reads what was typed as a plain decimal. Null if it is not a number, or one too long for the ledger. A comma or point
 * that could separate thousands as well as decimals is read by the reader's language: `1,234` is 1234 for an English
 * reader and 1.234 for a German one.
 */
export function readDecimal(typed: string, separator: DecimalSeparator): DecimalText | null {
  const text = typed.replace(groupSeparators, '');
  const plain = trimZeros(toPlain(text, separator));
  return limits.test(plain) ? plain : null;
}

/** The error message for an amount that could not be read, or is zero. */
export function describeUnread(typed: string): string {
  const [whole = '', fraction = ''] = typed.replace(groupSeparators, '').split(/[.,](?=\d*$)/);
  const isTooLong = /^\d*$/.test(whole) && (whole.length > 24 || fraction.length > 36);
  return isTooLong
    ? 'Must have at most 24 digits before the point and 18 after it'
    : 'Must be a positive number';
}

function toPlain(text: string, separator: DecimalSeparator): string {
  const [lastComma, lastPoint] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (lastComma >= 0 && lastPoint >= 0) {
    const decimal = lastComma > lastPoint ? ',' : '.';
    const cut = Math.max(lastComma, lastPoint);
    const whole = text.slice(0, cut);
    if (!thousands[decimal].test(whole)) return '';
    return `${whole.replace(/[.,]/g, '')}.${text.slice(cut + 1)}`;
  }
  if (thousands[separator].test(text)) return text.replace(/[.,]/g, '');
  return text.replace(',', '.');
}

/** Strips leading zeros, but keeps a digit before the point. */
function trimZeros(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '');
  return whole.startsWith('.') ? `0${whole}` : whole;
}

/**
 * A plain decimal as the reader would type it; `readDecimal` reads it back. Unchanged, its point could be read as a
 * thousands separator.
 */
export const writeDecimal = (decimal: DecimalText, separator: DecimalSeparator): string =>
  decimal.replace('.', separator);

/** How a number was read, if that differs from what was typed. Otherwise undefined. */
export function readingOf(typed: string, separator: DecimalSeparator): DecimalText | undefined {
  const read = readDecimal(typed, separator);
  return read === null || read === trimZeros(typed.trim()) ? undefined : read;
}
