/*
 * Exact arithmetic of the ledger. An amount of a coin is a whole number of 10⁻¹⁸ coins, money a whole number of 10⁻³⁶
 * of its currency: so that amount × price, each with 18 places, is exact.
 */

/** Coins, in units of 10⁻¹⁸. */
export type Amount = bigint;
/** Money, in units of 10⁻³⁶ of a currency. */
export type Money = bigint;

/** Places after the point. */
export const fixedPoint = { amountPlaces: 18, moneyPlaces: 36 } as const;
const { amountPlaces, moneyPlaces } = fixedPoint;
/** Of a price or an amount, in its units. */
export const one = 10n ** BigInt(amountPlaces);
/** What costs and proceeds are rounded to: 10⁻¹⁸ of a currency, in units of money. */
const roundedUnit = 10n ** BigInt(moneyPlaces - amountPlaces);

/** `Math.min` takes no whole numbers of this size. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** `dividend` ÷ `divisor`, to the nearest whole number, halves to the even one. `divisor` is above 0. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  // Cheaper than to divide again.
  const remainder = dividend - quotient * divisor;
  if (remainder === 0n) return quotient;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  const isUp = twice > divisor || (twice === divisor && (quotient & 1n) === 1n);
  if (!isUp) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** Money rounded half-even to 18 places. */
export function roundMoney(dividend: bigint, divisor: bigint): Money {
  return divideHalfEven(dividend, divisor * roundedUnit) * roundedUnit;
}

/**
 * The cost of a part of what is left of a lot or a pool: cost × part ÷ amount, half-even to 18 places. The last part
 * takes all, so that nothing is lost.
 */
export function costOfPart(cost: Money, part: Amount, amount: Amount): Money {
  return part === amount ? cost : roundMoney(cost * part, amount);
}

/** What an amount is worth at a price of one coin. Both have 18 places, so the product is exact. */
export function multiply(amount: Amount, price: bigint): Money {
  return amount * price;
}

/** Money for one coin, half-even to 18 places, in units of 10⁻¹⁸. */
export function unitCostOf(cost: Money, amount: Amount): bigint {
  return divideHalfEven(cost, amount);
}

const powersOfTen = Array.from({ length: moneyPlaces + 1 }, (_, places) => 10n ** BigInt(places));
/** So many digits fit into a float without loss. */
const maxFloatDigits = 15;
const [pointCode, zeroCode, nineCode] = [46, 48, 57];

/** Reads decimal text of at most `places` places as a whole number of 10^-places; more places throw. */
export function parseUnits(text: string, places: number): bigint {
  return parseShort(text, places) ?? parseLong(text, places);
}

/** Without a regular expression and a text in between: nearly all texts of a ledger are short. */
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

/** Decimal text as a whole number of 10^-places, half-even where it has more. Throws a `RangeError` for anything else. */
function roundUnits(text: string, places: number): bigint {
  const given = text.length;
  return divideHalfEven(parseUnits(text, given) * 10n ** BigInt(places), 10n ** BigInt(given));
}

/** A price from decimal text, half-even to 18 places. Throws a `RangeError` for anything else. */
export const roundPrice = (text: string): bigint => roundUnits(text, amountPlaces);
/** A rate from decimal text, half-even to 36 places. Throws a `RangeError` for anything else. */
export const roundRate = (text: string): bigint => roundUnits(text, moneyPlaces);
/** A rate of 1. */
export const oneToOne = 10n ** BigInt(moneyPlaces);

/** A whole number of 10^-places as decimal text without trailing zeros. */
export function formatUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zeroCode) end -= 1;
  const whole = (units < 0n ? '-' : '') + digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** An amount or a price from decimal text of at most 18 places. Throws a `RangeError` for anything else. */
export const parseAmount = (text: string): Amount => parseUnits(text, amountPlaces);
/** Money from decimal text of at most 36 places. Throws a `RangeError` for anything else. */
export const parseMoney = (text: string): Money => parseUnits(text, moneyPlaces);
/** An amount or a price as decimal text without trailing zeros. */
export const formatAmount = (amount: Amount): string => formatUnits(amount, amountPlaces);
/** Money as decimal text without trailing zeros. */
export const formatMoney = (money: Money): string => formatUnits(money, moneyPlaces);
