/*
 * Exact arithmetic for the ledger. Amounts of coins are integers in units of 10⁻¹⁸, money in units of 10⁻³⁶ of its
 * currency, so that amount × price, each with 18 decimals, is exact.
 */

/** Coins in units of 10⁻¹⁸. */
export type Amount = bigint;
/** Money in units of 10⁻³⁶ of a currency. */
export type Money = bigint;

/** Numbers of decimals. */
export const fixedPoint = { amountPlaces: 18, moneyPlaces: 36 } as const;
const { amountPlaces, moneyPlaces } = fixedPoint;
/** The unit to which costs and proceeds are rounded, 10⁻¹⁸ of a currency, in units of `Money`. */
const roundedUnit = 10n ** BigInt(moneyPlaces - amountPlaces);

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** The smaller value. `Math.min` doesn't accept bigints. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** `dividend` ÷ `divisor`, rounded to the nearest integer, half to even. `divisor` must be positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  // Cheaper than `%`.
  const remainder = dividend - quotient * divisor;
  if (remainder === 0n) return quotient;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  const isUp = twice > divisor || (twice === divisor && (quotient & 1n) === 1n);
  if (!isUp) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** `dividend` ÷ `divisor` as money, rounded half-even to 18 decimals. `divisor` must be positive. */
export function roundMoney(dividend: bigint, divisor: bigint): Money {
  return divideHalfEven(dividend, divisor * roundedUnit) * roundedUnit;
}

/**
 * The cost of a part of a lot's or pool's remaining amount: cost × part ÷ amount, rounded half-even to 18 decimals.
 * The last part gets the whole remainder, so that no cost is lost.
 */
export function costOfPart(cost: Money, part: Amount, amount: Amount): Money {
  return part === amount ? cost : roundMoney(cost * part, amount);
}

/** The value of an amount at a unit price. Both have 18 decimals, so the product is exact. */
export function multiply(amount: Amount, price: bigint): Money {
  return amount * price;
}

/** The cost per coin in units of 10⁻¹⁸, rounded half-even. */
export function unitCostOf(cost: Money, amount: Amount): bigint {
  return divideHalfEven(cost, amount);
}

const powersOfTen = Array.from({ length: moneyPlaces + 1 }, (_, places) => 10n ** BigInt(places));
/** The number of digits a float holds without loss. */
const maxFloatDigits = 15;
const [pointCode, zeroCode, nineCode] = [46, 48, 57];

/** Reads decimal text with at most `places` decimals as an integer count of 10^-places. Throws if it has more. */
export function parseUnits(text: string, places: number): bigint {
  return parseShort(text, places) ?? parseLong(text, places);
}

/** A fast path without regular expressions or intermediate strings, as nearly all texts in a ledger are short. */
function parseShort(text: string, places: number): bigint | null {
  const { length } = text;
  if (length === 0 || length > maxFloatDigits) return null;
  let value = 0;
  let point = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zeroCode && code <= nineCode) value = value * 10 + (code - zeroCode);
    else if (code === pointCode && point < 0) point = index;
    else return null;
  }
  if (point === 0 || point === length - 1) return null;
  const missing = places - (point < 0 ? 0 : length - point - 1);
  const factor = powersOfTen[missing];
  return factor === undefined ? null : BigInt(value) * factor;
}

function parseLong(text: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError('not a decimal');
  const [, sign, whole = '', fraction = ''] = match;
  const digits = fraction.replace(/(?<!0)0+$/, '');
  if (digits.length > places) throw new RangeError(`more than ${places} places`);
  const units = BigInt(whole + digits.padEnd(places, '0'));
  return sign ? -units : units;
}

/** Reads decimal text as an integer count of 10^-places, rounded half-even. Throws a `RangeError` for anything else. */
function roundUnits(text: string, places: number): bigint {
  const given = text.length;
  return divideHalfEven(parseUnits(text, given) * 10n ** BigInt(places), 10n ** BigInt(given));
}

/** Reads a price, rounded half-even to 18 decimals. Throws a `RangeError` for anything but decimal text. */
export const roundPrice = (text: string): bigint => roundUnits(text, amountPlaces);
/** Reads a rate, rounded half-even to 36 decimals. Throws a `RangeError` for anything but decimal text. */
export const roundRate = (text: string): bigint => roundUnits(text, moneyPlaces);
/** A rate of 1. */
export const oneToOne = 10n ** BigInt(moneyPlaces);

/** Writes an integer count of 10^-places as decimal text without trailing zeros. */
export function formatUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zeroCode) end -= 1;
  const whole = (units < 0n ? '-' : '') + digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** Reads an amount or a price with at most 18 decimals. Throws a `RangeError` for anything else. */
export const parseAmount = (text: string): Amount => parseUnits(text, amountPlaces);
/** Reads money with at most 36 decimals. Throws a `RangeError` for anything else. */
export const parseMoney = (text: string): Money => parseUnits(text, moneyPlaces);
/** Writes an amount or a price as decimal text without trailing zeros. */
export const formatAmount = (amount: Amount): string => formatUnits(amount, amountPlaces);
/** Writes money as decimal text without trailing zeros. */
export const formatMoney = (money: Money): string => formatUnits(money, moneyPlaces);
