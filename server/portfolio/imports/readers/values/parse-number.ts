import { divideHalfEven } from '../../../ledger/engine/fixed-point.ts';
import { RowError } from '../row-error.ts';
import { cutText } from './cut-text.ts';
import { currencyOf } from './money.ts';
import { detectNumberStyle, type NumberStyle } from './number-style.ts';
import { isTooLarge, type Units } from './units.ts';

/** A number read from a cell. */
export interface ParsedNumber {
  readonly units: Units;
  /** Whether digits beyond the 18th were rounded. */
  readonly isRounded: boolean;
  /** The text around it: a currency's sign or code, or a ticker. */
  readonly unit: string;
}

const places = 18;
const maxPlaces = 400;
const plain = /^([+-]?)(\d{1,24})(?:\.(\d{1,18}))?$/;
/** With a currency sign and thousands separators, as money usually is. */
const signed = /^(-?)([€$£]?)([1-9]\d{0,2}(?:,\d{3}){1,7}|\d{1,24})(?:\.(\d{1,18}))?$/;
const exponent = /^([\d.]{1,60})[eE]([+-]?\d{1,3})$/;

const notNumber = (text: string): RowError => new RowError(`“${cutText(text, 40)}” is not a number`);

/** Reads a number as exchanges write it: with signs, brackets, thousands separators, and a currency before or after. */
export function parseNumber(text: string, style: NumberStyle): ParsedNumber {
  const match = plain.exec(text);
  if (match && (style === 'point' || style === 'unknown' || !canBeGrouped(match[2] ?? '', match[3]))) {
    const [, sign, whole = '', fraction = ''] = match;
    const units = BigInt(whole + fraction.padEnd(places, '0'));
    return { units: sign === '-' ? -units : units, isRounded: false, unit: '' };
  }
  const money = style === 'point' ? signed.exec(text) : null;
  if (!money) return parseDecorated(text, style);
  const [, sign, unit = '', whole = '', fraction = ''] = money;
  const units = BigInt(whole.replaceAll(',', '') + fraction.padEnd(places, '0'));
  return { units: sign === '-' ? -units : units, isRounded: false, unit };
}

/** Whether a point may separate thousands: `1.234` is 1234 in a file with decimal commas, and may be in one with both. */
const canBeGrouped = (whole: string, fraction: string | undefined) =>
  fraction?.length === 3 && whole.length <= 3 && !whole.startsWith('0');

function parseDecorated(text: string, style: NumberStyle): ParsedNumber {
  if (text.length > 500) throw notNumber(text);
  const isBracketed = /^[^()]*\([^()]*\)[^()]*$/.test(text) && /\d/.test(text);
  const bare = text.replace(/[()]/g, '').replace(/[−–]/g, '-').trim();
  const first = bare.search(/[\d.,]/);
  if (first < 0) throw notNumber(text);
  let last = bare.length;
  while (!/[\d.,]/.test(bare.charAt(last - 1))) last -= 1;
  const [before, after] = [bare.slice(0, first), bare.slice(last)];
  const scientific = /[eE][+-]?\d+$/.test(bare.slice(first, last));
  const digits = joinGroups(bare.slice(first, last), text);
  const isNegative = isBracketed || before.includes('-') || after.trim() === '-';
  const unit = `${before}${after}`.replace(/[-+\s]/g, '');
  if (/\d/.test(unit)) throw notNumber(text);
  // `5 100X` is ambiguous: it may be 5 of the coin 100X.
  if (/\s/.test(bare.slice(first, last)) && /^[A-Za-z]/.test(after) && !currencyOf(unit))
    throw notNumber(text);
  const number = scientific
    ? expand(digits, style, text)
    : roundDigits(...splitDigits(digits, style, text), text);
  return { ...number, units: isNegative ? -number.units : number.units, unit };
}

/** Removes thousands separators from numbers such as `1 234,56` and `1'234.56`. Other spaces are errors. */
function joinGroups(digits: string, text: string): string {
  if (!/['’\s]/.test(digits)) return digits;
  if (!/^\d{1,3}(?:['’\s]\d{3})+(?:[.,]\d*)?$/.test(digits)) throw notNumber(text);
  return digits.replace(/['’\s]/g, '');
}

/** Splits a number into whole part and fraction, by the file's decimal separator. */
function splitDigits(digits: string, style: NumberStyle, text: string): [whole: string, fraction: string] {
  if (!/^[\d.,]+$/.test(digits)) throw notNumber(text);
  const mark = decimalMark(digits, style, text);
  const group = mark === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...others] = digits.split(mark);
  if (others.length > 0 || fraction.includes(group)) throw notNumber(text);
  const groups = whole.split(group);
  const isGrouped = groups.every((part, index) => (index === 0 ? part.length <= 3 : part.length === 3));
  // Indian numbers have groups of two digits.
  const isIndian = groups.every(
    (part, index) => part.length === (index === groups.length - 1 ? 3 : 2) || index === 0,
  );
  if (groups.length > 1 && ((!isGrouped && !isIndian) || whole.startsWith('0'))) throw notNumber(text);
  return [groups.join(''), fraction];
}

function decimalMark(digits: string, style: NumberStyle, text: string): '.' | ',' {
  if (style === 'point') return '.';
  if (style === 'comma') return ',';
  const own = detectNumberStyle(digits);
  if (own === 'comma') return ',';
  if (own === 'point') return '.';
  const isOpen = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  if (style === 'unknown' || !isOpen) return digits.includes(',') ? ',' : '.';
  throw new RowError(
    `“${cutText(text, 40)}” may be read in two ways, and the file has decimal points and decimal commas`,
  );
}

function expand(digits: string, style: NumberStyle, text: string): Omit<ParsedNumber, 'unit'> {
  const match = exponent.exec(style === 'comma' ? digits.replace(',', '.') : digits);
  if (!match) throw notNumber(text);
  const [, mantissa = '', power = ''] = match;
  const [whole = '', fraction = '', ...others] = mantissa.split('.');
  if (others.length > 0) throw notNumber(text);
  const shift = Number(power);
  const all = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return roundDigits('0', '0'.repeat(-point) + all, text);
  return roundDigits(all.slice(0, point).padEnd(point, '0'), all.slice(point), text);
}

function roundDigits(whole: string, fraction: string, text: string): Omit<ParsedNumber, 'unit'> {
  if (whole.length + fraction.length === 0) throw notNumber(text);
  if (fraction.length > maxPlaces || whole.length > maxPlaces) throw notNumber(text);
  const exact = BigInt(`0${whole}${fraction.padEnd(places, '0')}`);
  const extra = Math.max(fraction.length - places, 0);
  const divisor = 10n ** BigInt(extra);
  const units = extra > 0 ? divideHalfEven(exact, divisor) : exact;
  if (isTooLarge(units))
    throw new RowError(`“${cutText(text, 40)}” has more than 24 digits before the point`);
  return { units, isRounded: extra > 0 && units * divisor !== exact };
}
