import { Decimal } from 'decimal.js';
import type { DecimalText } from '#contract/units.ts';

/** Converts a quoted number, which may have an exponent, to plain decimal text with all its digits. */
export function toPlainDecimal(text: string): DecimalText {
  return text.includes('e') ? new Decimal(text).toFixed() : text;
}
