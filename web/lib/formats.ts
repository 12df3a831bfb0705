/*
 * Formats for figures. Money is US dollars; changes and shares are percent. The minus is the ASCII "-", because people
 * copy figures into spreadsheets. Formatters are cached: creating one costs more than a hundred uses. Anything but a
 * finite number is shown as `missing`, never as 0.
 */

import type { Instant, Percent } from '#contract/units.ts';

/** A figure from the API; null if unknown. */
export type Figure = number | null | undefined;

/** Shown for unknown figures. */
export const missing = '—';

const signDisplay = 'negative' as const;
const dollars = (minimum: number, maximum = minimum) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    signDisplay,
  });
const dollars0 = dollars(0);
const dollars1 = dollars(1);
const dollars2 = dollars(2);
const dollars6 = dollars(6);
const dollars8 = dollars(8);
/** 21 significant digits preserve every double. */
const dollarsExact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 21,
  signDisplay,
});
const signedPercent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay });
const upToTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay });

const isFigure = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value);

/** Digits kept after counted zeros. */
const countedDigits = 4;
/** A whole number in subscript digits. */
export const subscript = (count: number) =>
  String(count).replace(/\d/g, (d) => String.fromCharCode(0x2080 + Number(d)));

/** A price below 0.00000001 with counted zeros: 5.6e-11 is `$0.0₁₀56`. */
function countedZeros(price: number): string {
  const [digits = '', exponent = ''] = Math.abs(price)
    .toExponential(countedDigits - 1)
    .split('e');
  const zeros = -Number(exponent) - 1;
  if (zeros < 8) return dollars8.format(price);
  return `${price < 0 ? '-' : ''}$0.0${subscript(zeros)}${digits.replace('.', '').replace(/0{1,20}$/, '')}`;
}

/** A price: two decimals; 6 below $0.01, 8 below $0.001, counted zeros below $0.00000001. */
export function formatPrice(price: Figure): string {
  if (!isFigure(price)) return missing;
  const size = Math.abs(price);
  if (size >= 0.01 || size === 0) return dollars2.format(price);
  if (size >= 0.001) return dollars6.format(price);
  if (size >= 1e-8) return dollars8.format(price);
  return countedZeros(price);
}

/** Every digit of a price: `$0.000000000056`. */
export function formatExactPrice(price: Figure): string {
  return isFigure(price) ? dollarsExact.format(price) : missing;
}

export interface PriceParts {
  /** Up to the second decimal. */
  text: string;
  /** The remaining digits, which hang to the right so that decimal points align; often empty. */
  hang: string;
  /** Every digit if the text omits some; otherwise null. */
  exact: string | null;
}

/** A price split at the second decimal, for columns that align at the decimal point. */
export function formatPriceParts(price: Figure): PriceParts {
  const shown = formatPrice(price);
  const cut = shown.indexOf('.') + 3;
  if (!isFigure(price) || cut < 3) return { text: shown, hang: '', exact: null };
  const isWhole = Number(shown.replace(/[$,]/g, '')) === price;
  return {
    text: shown.slice(0, cut),
    hang: shown.slice(cut),
    exact: isWhole ? null : formatExactPrice(price),
  };
}

/** A price in the trending list: six decimals below $1, more below $0.001. */
export function formatTrendingPrice(price: Figure): string {
  if (!isFigure(price)) return missing;
  const size = Math.abs(price);
  return size >= 0.001 && size < 1 ? dollars6.format(price) : formatPrice(price);
}

/** Powers of ten with a letter, smallest first. */
export const magnitudes = [
  { zeros: 3, letter: 'K' },
  { zeros: 6, letter: 'M' },
  { zeros: 9, letter: 'B' },
  { zeros: 12, letter: 'T' },
] as const;

/**
 * Shortens money to the largest magnitude it reaches, starting at 10 to the power of `minZeros`; null if it reaches
 * none. A figure that rounds up to the next magnitude is written in it: $999,999,999 is $1.00B, not $1000.00M.
 */
function shortenNumber(value: number, format: Intl.NumberFormat, minZeros: number): string | null {
  const halfStep = format === dollars1 ? 0.05 : 0.005;
  const reached = magnitudes.findLast(({ zeros }) => {
    const size = 10 ** zeros;
    const roundsUpFrom = zeros === minZeros ? size : size - (size / 1e3) * halfStep;
    return zeros >= minZeros && Math.abs(value) >= roundsUpFrom;
  });
  return reached ? `${format.format(value / 10 ** reached.zeros)}${reached.letter}` : null;
}

/** Money of the overview: T, B or M with one decimal, otherwise whole dollars. */
export function formatOverview(value: Figure): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, dollars1, 6) ?? dollars0.format(value);
}

/** A market cap: T, B or M with two decimals, otherwise the full number. */
export function formatMarketCap(value: Figure): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, dollars2, 6) ?? dollars0.format(value);
}

/** Other money: T, B, M or K with two decimals, otherwise dollars and cents. */
export function formatMoney(value: Figure): string {
  if (!isFigure(value)) return missing;
  return shortenNumber(value, dollars2, 3) ?? dollars2.format(value);
}

/** The whole dollars of a figure that is shown shortened; undefined where it is shown whole. */
export function formatExactMoney(value: Figure): string | undefined {
  return isFigure(value) && Math.abs(value) >= 1e3 ? dollars0.format(value) : undefined;
}

/** A change in percent: signed, two decimals; `0.00%` if it rounds to zero. */
export function formatPercent(change: Percent | null | undefined): string {
  return isFigure(change) ? `${signedPercent.format(change)}%` : missing;
}

export type ChangeVariant = 'default' | 'destructive' | 'none';

/** The colour of a change: rise, fall, or none if it is missing or rounds to zero. */
export function changeVariant(change: Percent | null | undefined): ChangeVariant {
  if (!isFigure(change)) return 'none';
  const sign = signedPercent.format(change)[0];
  if (sign === '-') return 'destructive';
  return sign === '+' ? 'default' : 'none';
}

/** A share of the market in percent, one decimal. */
export function formatDominance(share: Percent | null | undefined): string {
  return isFigure(share) ? `${oneDecimal.format(share)}%` : missing;
}

/** A count of things: `17,111`. */
export function formatCount(count: Figure): string {
  return isFigure(count) ? whole.format(count) : missing;
}

/** An amount of a coin: whole above a thousand, up to two decimals below. */
export function formatSupply(amount: Figure, symbol: string): string {
  if (!isFigure(amount)) return missing;
  const format = Math.abs(amount) >= 1000 ? whole : upToTwo;
  return `${format.format(amount)} ${symbol.toUpperCase()}`;
}

const ago = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

/** The age of an instant. Future instants count as now. */
export function formatRelativeTime(at: Instant, now: Instant): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (Number.isNaN(minutes)) return missing;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return ago(Math.floor(minutes / (24 * 60)), 'day');
}
