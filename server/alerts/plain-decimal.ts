import { Decimal } from 'decimal.js';

/** A number as it was quoted, which may have an exponent, as plain decimal text with all its digits. */
export function toPlainDecimal(text: string): string {
  return text.includes('e') ? new Decimal(text).toFixed() : text;
}
