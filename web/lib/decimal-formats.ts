/*
 * Formats for exact decimals: money and amounts that are transferred as text, because a number would lose digits. They
 * are rounded half away from zero as text, and never converted to a number.
 */
import {
  type ChangeVariant,
  changeVariant,
  magnitudes,
  missing,
  subscript,
  variantOfText,
} from './formats.ts';
import { type Currency, currencyOf, numberFormat, usDollars, withSymbol } from './money/currency.ts';
import { createNumberFormatter, getDecimalSeparator, toPlainNumber } from './money/number-style.ts';

/** A decimal from the API; null if unknown. */
export type DecimalFigure = string | null | undefined;

interface Style {
  readonly decimals: number;
  readonly signDisplay: 'negative' | 'exceptZero';
}

/** Writes money in a currency with a fixed number of decimals. */
const writeIn = (text: string, { decimals, signDisplay }: Style, { symbol }: Currency, letter?: string) =>
  withSymbol(numberFormat(decimals, signDisplay).format(exact(text)), symbol, letter);

const percent = createNumberFormatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const share = createNumberFormatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** The product of an amount and a price has the decimals of both. */
const grouped = createNumberFormatter({ maximumFractionDigits: 60 });
const everyDigit = createNumberFormatter({ minimumFractionDigits: 2, maximumFractionDigits: 60 });
/** Significant digits of a tiny figure. */
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4, useGrouping: false });
const twoDecimals = createNumberFormatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Writers of amounts, by maximum number of decimals. */
const amounts = Array.from({ length: 9 }, (_, decimals) =>
  createNumberFormatter({ maximumFractionDigits: decimals }),
);

/** `Intl` formats decimal text exactly, but TypeScript wants the text to look like a number literal. */
const exact = (text: string) => text as `${number}`;

/** The number of zeros between the point and the first other digit; null if the whole part isn't zero. */
function leadingZeros(text: string): number | null {
  const [, whole = '', fraction = ''] = /^-?(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (/[1-9]/.test(whole)) return null;
  const first = fraction.search(/[1-9]/);
  return first < 0 ? null : first;
}

/** This many leading zeros or more are written as a count. */
const minCountedZeros = 8;

/** Writes a tiny decimal with the count of its leading zeros: `0.0₁₀56`. */
function countZeros(text: string, zeros: number): string {
  const digits = fourDigits.format(exact(text)).replace(/^-?0\.0*/, '');
  return `0${getDecimalSeparator()}0${subscript(zeros)}${digits}`;
}

/** Thousands are left out, because they are written in full. */
const decimalMagnitudes = magnitudes.filter(({ zeros }) => zeros >= 6);

/** Digits from which rounding to two decimals reaches the next magnitude. */
const carries = '999995';

/** Shortens a decimal to the largest magnitude it reaches; null up to `maxWhole` digits before the point. */
function shortenDecimal(text: string, maxWhole: number): { text: string; letter: string } | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*((?:[1-9]\d*)?)(?:\.(\d*))?$/.exec(text) ?? [];
  const magnitude = decimalMagnitudes.findLast(
    ({ zeros }) => whole.length > zeros || (whole.length === zeros && whole + fraction >= carries),
  );
  if (whole.length <= maxWhole || !magnitude) return null;
  const { zeros, letter } = magnitude;
  return { text: `${sign}${whole.slice(0, -zeros)}.${whole.slice(-zeros)}${fraction}`, letter };
}

/** Figures with more digits before the point are shortened. */
const maxFigureDigits = 9;
const maxPercentDigits = 6;
/** In narrow places. */
const maxShortDigits = 6;

/** The number of digits before the point, without leading zeros. */
const countWhole = (text: string) => /^-?0*(\d*)/.exec(text)?.[1]?.length ?? 0;

/** A currency or its code; US dollars by default. */
type InCurrency = Currency | string | undefined;
const resolve = (currency: InCurrency) =>
  typeof currency === 'string' ? currencyOf(currency) : (currency ?? usDollars);

/** As many decimals as a price. In dollars: 2, or 6 below $0.01, or 8 below $0.001. */
function decimalsOf(text: string, zeros: number | null, { digits }: Currency): number {
  if (zeros === null) return digits > 3 && countWhole(text) > 3 ? 2 : digits;
  if (zeros < digits) return digits;
  return zeros === digits ? Math.min(8, digits + 4) : 8;
}

/** Writes money like a price: the currency's decimals, more for a tiny figure, counted zeros below 0.00000001. */
function writeMoney(text: string, signDisplay: Style['signDisplay'], currency: Currency): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= minCountedZeros) {
    const sign = text.startsWith('-') ? '-' : signDisplay === 'exceptZero' ? '+' : '';
    return withSymbol(sign + countZeros(text, zeros), currency.symbol);
  }
  const short = shortenDecimal(text, maxFigureDigits);
  if (short) return writeIn(short.text, { decimals: 2, signDisplay }, currency, short.letter);
  const decimals = isZero(text) ? currency.digits : decimalsOf(text, zeros, currency);
  return writeIn(text, { decimals, signDisplay }, currency);
}

const isZero = (text: string) => !/[1-9]/.test(text);

/** Money: `$25,624.05`, from a billion `$34.73B`. Only zero is written as zero. */
export function formatDecimalMoney(text: DecimalFigure, currency?: InCurrency): string {
  return text == null ? missing : writeMoney(text, 'negative', resolve(currency));
}

/** Money for narrow places: from 1,000 without decimals, from a million `$57.41M`. */
export function formatShortMoney(text: DecimalFigure, currency?: InCurrency): string {
  if (text == null) return missing;
  const target = resolve(currency);
  const style = { signDisplay: 'negative' } as const;
  const short = shortenDecimal(text, maxShortDigits);
  if (short) return writeIn(short.text, { ...style, decimals: 2 }, target, short.letter);
  if (countWhole(text) > 3) return writeIn(text, { ...style, decimals: 0 }, target);
  return writeMoney(text, style.signDisplay, target);
}

/** Money in whole units: `£9,000`. */
export function formatWholeMoney(text: DecimalFigure, currency?: InCurrency): string {
  return text == null ? missing : writeIn(text, { decimals: 0, signDisplay: 'negative' }, resolve(currency));
}

/** A gain or loss with its sign: `+$14,835.46`. */
export function formatDecimalChange(text: DecimalFigure, currency?: InCurrency): string {
  return text == null ? missing : writeMoney(text, 'exceptZero', resolve(currency));
}

/** Every digit of an amount of money if `formatDecimalMoney` omits some; otherwise undefined. */
export function exactMoneyTitle(text: DecimalFigure, currency?: InCurrency): string | undefined {
  if (text == null) return undefined;
  const { symbol } = resolve(currency);
  const full = withSymbol(grouped.format(exact(text)), symbol);
  const digits = (written: string) =>
    toPlainNumber(written)
      .replace(/[^\d.]/g, '')
      .replace(/\.?0{0,400}$/, '');
  return digits(full) === digits(formatDecimalMoney(text, currency)) ? undefined : full;
}

/** Money with every digit of its decimal text: `65000.5` in `eur` is `€65,000.50`, and `70000` is `€70,000`. */
export function formatEveryDigit(text: string, code: string): string {
  const { symbol, digits } = resolve(code);
  const writer = text.includes('.') && digits >= 2 ? everyDigit : grouped;
  return withSymbol(writer.format(exact(text)), symbol);
}

/** All decimal places of a text, at least two. */
export const formatEveryPlace = (text: string) => everyDigit.format(exact(text));

/**
 * An amount of a coin: at most 8 decimals, from a thousand 4, from a billion `1.50B`. Tiny amounts have counted zeros.
 */
export function formatAmount(text: string): string {
  return writeAmount(text, maxFigureDigits, countWhole(text) > 3 ? 4 : 8);
}

/** An amount of a coin for narrow places: about six digits, from a million `1.50M`. */
export function formatShortAmount(text: string): string {
  const whole = countWhole(text);
  const decimals = whole > 0 ? maxShortDigits - whole : 4 + (leadingZeros(text) ?? 0);
  return writeAmount(text, maxShortDigits, Math.min(8, Math.max(0, decimals)));
}

function writeAmount(text: string, maxWhole: number, decimals: number): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= minCountedZeros) return countZeros(text, zeros);
  const short = shortenDecimal(text, maxWhole);
  if (short) return twoDecimals.format(exact(short.text)) + short.letter;
  return amounts[decimals]!.format(exact(text));
}

/** Every digit of an amount if `formatAmount` omits some; otherwise undefined. */
export function exactAmountTitle(text: string): string | undefined {
  const full = grouped.format(exact(text));
  return full === formatAmount(text) ? undefined : full;
}

/** Percentages with more digits before the point are shown as `>999T%`. */
const maxHugeDigits = 15;

/** A change in percent with its sign: `+39.33%`, `+172.35M%`, `+>999T%` for an enormous gain on a tiny cost. */
export function formatDecimalPercent(text: DecimalFigure): string {
  if (text == null) return missing;
  if (countWhole(text) > maxHugeDigits) return `${text.startsWith('-') ? '-' : '+'}>999T%`;
  const short = shortenDecimal(text, maxPercentDigits);
  return short ? `${percent.format(exact(short.text))}${short.letter}%` : `${percent.format(exact(text))}%`;
}

/** A share in percent: `48.8%`; `<0.1%` if it rounds to 0, `>99.9%` if it rounds to 100. */
export function formatShare(text: string): string {
  const written = share.format(exact(text));
  const plain = toPlainNumber(written);
  if (plain === '-0.0') return `${share.format(0)}%`;
  if (plain === '0.0') return `<${share.format(0.1)}%`;
  return plain === '100.0' && !/^100(?:\.0*)?$/.test(text) ? `>${share.format(99.9)}%` : `${written}%`;
}

/** The colour of a gain or loss, by its displayed sign. */
export function decimalVariant(text: DecimalFigure): ChangeVariant {
  return text == null ? changeVariant(null) : variantOfText(formatDecimalChange(text));
}
