import type { DecimalText } from '#contract/units.ts';

/** The sign between whole and fraction. */
export type DecimalSign = '.' | ',';

/** Up to 24 digits before the point. The product of an amount and a price may be stored with 36 after it. */
const limits = /^\d{1,24}(?:\.\d{1,36})?$/;
const blanks = /[\s\u00a0\u202f'’_]/g;
const thousands = { '.': /^[1-9]\d{0,2}(?:,\d{3})+$/, ',': /^[1-9]\d{0,2}(?:\.\d{3})+$/ };

/**
 * What was typed as a plain decimal; null where it is no number, or one that the ledger can't keep. A comma or a point
 * that could part thousands as well as a fraction is read as the reader's language has it: `1,234` is 1234 for an
 * English reader and 1.234 for a German one.
 */
export function readDecimal(typed: string, sign: DecimalSign): DecimalText | null {
  const text = typed.replace(blanks, '');
  const plain = trimZeros(toPlain(text, sign));
  return limits.test(plain) ? plain : null;
}

function toPlain(text: string, sign: DecimalSign): string {
  const [lastComma, lastPoint] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (lastComma >= 0 && lastPoint >= 0) {
    const decimal = lastComma > lastPoint ? ',' : '.';
    const cut = Math.max(lastComma, lastPoint);
    const whole = text.slice(0, cut);
    if (!thousands[decimal].test(whole)) return '';
    return `${whole.replace(/[.,]/g, '')}.${text.slice(cut + 1)}`;
  }
  if (thousands[sign].test(text)) return text.replace(/[.,]/g, '');
  return text.replace(',', '.');
}

/** Without the zeros that say nothing, and with a digit before the point. */
function trimZeros(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '');
  return whole.startsWith('.') ? `0${whole}` : whole;
}

/** A plain decimal as the reader would type it: `readDecimal` reads it back. A point alone could part thousands. */
export const writeDecimal = (decimal: DecimalText, sign: DecimalSign): string => decimal.replace('.', sign);

/** What was read, where that can't be seen from what was typed; undefined: it can. */
export function readingOf(typed: string, sign: DecimalSign): DecimalText | undefined {
  const read = readDecimal(typed, sign);
  return read === null || read === trimZeros(typed.trim()) ? undefined : read;
}

/** The exact product of two plain decimals, cut after 18 places. */
export function multiplyDecimals(one: DecimalText, other: DecimalText): DecimalText {
  const [a, b] = [toUnits(one), toUnits(other)];
  return toText(a.units * b.units, a.places + b.places);
}

function toUnits(text: DecimalText): { units: bigint; places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function toText(units: bigint, places: number): DecimalText {
  const digits = String(units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places, digits.length - places + 18).replace(/(?<!0)0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
