import { type Figure, isFigure, magnitudes, missing, subscript } from '../formats.ts';
import { type Currency, decimalsFor, numberFormat, symbolSuffix, usDollars, withSymbol } from './currency.ts';
import { createNumberFormatter, getDecimalSeparator, isSymbolLast, toPlainNumber } from './number-style.ts';

/*
 * Formats for money given as a number in the currency it is written in. The minus sign is the ASCII "-", because people
 * copy figures into spreadsheets. Anything but a finite number is shown as `missing`, never as 0.
 */

/** 21 significant digits preserve every double. */
const allDigits = createNumberFormatter({ maximumSignificantDigits: 21, signDisplay: 'negative' });
/** For converted prices: they are products of two doubles, whose last digits are only noise. */
const convertedDigits = createNumberFormatter({
  maximumSignificantDigits: 12,
  signDisplay: 'negative',
});

const write = (value: number, decimals: number, { symbol }: Currency, letter?: string) =>
  withSymbol(numberFormat(decimals).format(value), symbol, letter);

/** The significant digits after counted zeros. */
const countedDigits = 4;
/** Below this, zeros are counted. */
const countedBelow = 1e-8;

/** Writes a price below 0.00000001 with the count of its leading zeros: 5.6e-11 is `$0.0₁₀56`. */
function countedZeros(price: number, currency: Currency): string {
  const [digits = '', exponent = ''] = Math.abs(price)
    .toExponential(countedDigits - 1)
    .split('e');
  const zeros = -Number(exponent) - 1;
  if (zeros < 8) return write(price, 8, currency);
  const written = `0${getDecimalSeparator()}0${subscript(zeros)}${digits.replace('.', '').replace(/0{1,20}$/, '')}`;
  return withSymbol(`${price < 0 ? '-' : ''}${written}`, currency.symbol);
}

/**
 * A price with the currency's decimals. In dollars: 2, or 6 below $0.01, or 8 below $0.001; counted zeros below
 * $0.00000001.
 */
export function formatPrice(price: Figure, currency = usDollars): string {
  if (!isFigure(price)) return missing;
  const size = Math.abs(price);
  if (size !== 0 && size < countedBelow) return countedZeros(price, currency);
  return write(price, decimalsFor(size, currency), currency);
}

/** All digits of a price: `$0.000000000056`; twelve digits if it was converted. */
export function formatExactPrice(price: Figure, currency = usDollars): string {
  if (!isFigure(price)) return missing;
  if (currency === usDollars) return withSymbol(allDigits.format(price), currency.symbol);
  const text = convertedDigits.format(price);
  const places = text.split(getDecimalSeparator())[1]?.length ?? 0;
  return places < currency.digits
    ? write(price, currency.digits, currency)
    : withSymbol(text, currency.symbol);
}

export interface PriceParts {
  /** Up to the currency's last decimal. */
  text: string;
  /** The remaining digits, which hang to the right so that decimal points align, and a trailing symbol. Often empty. */
  hang: string;
  /** All digits if the text omits some, otherwise null. For a converted price, only if it is tiny. */
  exact: string | null;
}

/** A price split at its currency's last decimal, for columns that align at the decimal point. */
export function formatPriceParts(price: Figure, currency = usDollars): PriceParts {
  const shown = formatPrice(price, currency);
  const point = shown.lastIndexOf(getDecimalSeparator());
  const cut = point + (currency.digits === 0 ? 0 : 1 + currency.digits);
  if (!isFigure(price) || point < 0) return { text: shown, hang: '', exact: null };
  const [text, hang] = [shown.slice(0, cut), shown.slice(cut)];
  const suffix = isSymbolLast() ? symbolSuffix(currency.symbol) : '';
  const isWhole =
    currency === usDollars
      ? Number(toPlainNumber(shown.replace('$', ''))) === price
      : hang === suffix && price !== 0;
  return { text, hang, exact: isWhole ? null : formatExactPrice(price, currency) };
}

/** A price in the trending list: six decimals below $1, more below $0.001. */
export function formatTrendingPrice(price: Figure, currency = usDollars): string {
  if (!isFigure(price)) return missing;
  const size = Math.abs(price);
  const hasMore = currency.digits > 0 && currency.digits < 6 && size >= 0.001 && size < 1;
  return hasMore ? write(price, 6, currency) : formatPrice(price, currency);
}

/**
 * Shortens money to the largest magnitude it reaches, starting at 10 to the power of `minZeros`; null if it reaches
 * none. A figure that rounds up to the next magnitude is written in that: $999,999,999 is $1.00B, not $1000.00M.
 */
function shortenNumber(value: number, decimals: 1 | 2, minZeros: number, currency: Currency): string | null {
  const halfStep = decimals === 1 ? 0.05 : 0.005;
  const reached = magnitudes.findLast(({ zeros }) => {
    const size = 10 ** zeros;
    const roundsUpFrom = zeros === minZeros ? size : size - (size / 1e3) * halfStep;
    return zeros >= minZeros && Math.abs(value) >= roundsUpFrom;
  });
  return reached ? write(value / 10 ** reached.zeros, decimals, currency, reached.letter) : null;
}

/** Writes whole units. Amounts below 1000 in a currency whose unit is large, such as bitcoin, keep their decimals. */
function writeWhole(value: number, currency: Currency): string {
  const hasMore = currency.digits > 3 && Math.abs(value) < 1000;
  return write(value, hasMore ? currency.digits : 0, currency);
}

/** Money in the overview: T, B or M with one decimal, otherwise whole units. */
export function formatOverview(value: Figure, currency = usDollars): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, 1, 6, currency) ?? writeWhole(value, currency);
}

/** A market cap: T, B or M with two decimals, otherwise the full number. */
export function formatMarketCap(value: Figure, currency = usDollars): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, 2, 6, currency) ?? writeWhole(value, currency);
}

/** Other money: T, B, M or K with two decimals, otherwise with the currency's decimals. */
export function formatMoney(value: Figure, currency = usDollars): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, 2, 3, currency) ?? write(value, currency.digits, currency);
}

/** The whole units of a figure that is shown shortened; undefined if it is shown in full. */
export function formatExactMoney(value: Figure, currency = usDollars): string | undefined {
  return isFigure(value) && Math.abs(value) >= 1e3 ? write(value, 0, currency) : undefined;
}
