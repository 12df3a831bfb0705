/*
 * How exact decimals are written: money and amounts that travel as text, because a number cannot keep their digits.
 * They are rounded half away from zero, digit by digit, and never pass through a number.
 */
import { type ChangeVariant, changeVariant, missing } from './formats.ts';

/** Decimal text as the API gives it; null where it cannot be said. */
export type DecimalText = string | null | undefined;

interface Style {
  readonly decimals: number;
  readonly signDisplay: 'negative' | 'exceptZero';
}

const formatters = new Map<string, Intl.NumberFormat>();

function money({ decimals, signDisplay }: Style): Intl.NumberFormat {
  const key = `${decimals} ${signDisplay}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay,
  });
  formatters.set(key, made);
  return made;
}

const percent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const share = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** An amount times a price has as many decimals as both together. */
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 60 });
const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });

/** `Intl` reads decimal text exactly; TypeScript wants it to look like a number's. */
const exact = (text: string) => text as `${number}`;

/** How many zeros follow the point before the first other digit; null where there is something before the point. */
function leadingZeros(text: string): number | null {
  const [, whole = '', fraction = ''] = /^-?(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (/[1-9]/.test(whole)) return null;
  const first = fraction.search(/[1-9]/);
  return first < 0 ? null : first;
}

/** As prices: two decimals; 6 below $0.01, 8 below $0.001, and below that as many as the first two digits need. */
function decimalsOf(text: string): number {
  const zeros = leadingZeros(text);
  if (zeros === null || zeros < 2) return 2;
  if (zeros < 3) return 6;
  return zeros < 7 ? 8 : Math.min(zeros + 2, 36);
}

/** Money in US dollars: `$25,624.05`. What is not zero is never written as zero. */
export function formatDecimalMoney(text: DecimalText): string {
  if (text == null) return missing;
  return money({ decimals: decimalsOf(text), signDisplay: 'negative' }).format(exact(text));
}

/** A gain or a loss in US dollars, with its sign: `+$14,835.46`. */
export function formatDecimalChange(text: DecimalText): string {
  if (text == null) return missing;
  return money({ decimals: decimalsOf(text), signDisplay: 'exceptZero' }).format(exact(text));
}

/** Every digit of an amount of money, where `formatDecimalMoney` leaves some out; else undefined. */
export function exactMoneyTitle(text: DecimalText): string | undefined {
  if (text == null) return undefined;
  const full = `${text.startsWith('-') ? '-' : ''}$${grouped.format(exact(text.replace('-', '')))}`;
  const digits = (written: string) => written.replace(/[^\d.]/g, '').replace(/\.?0*$/, '');
  return digits(full) === digits(formatDecimalMoney(text)) ? undefined : full;
}

/** How many units of a coin: at most 8 decimals, and all of them where 8 would say zero. */
export function formatAmount(text: string): string {
  const zeros = leadingZeros(text);
  return (zeros !== null && zeros >= 8 ? grouped : amounts).format(exact(text));
}

/** Every digit of an amount, where `formatAmount` leaves some out; else undefined. */
export function exactAmountTitle(text: string): string | undefined {
  const full = grouped.format(exact(text));
  return full === formatAmount(text) ? undefined : full;
}

/** A change in percent with its sign: `+39.33%`. */
export function formatDecimalPercent(text: DecimalText): string {
  return text == null ? missing : `${percent.format(exact(text))}%`;
}

/** A part of a whole in percent: `48.8%`; what is there and rounds to nothing is `<0.1%`. */
export function formatShare(text: DecimalText): string {
  if (text == null) return missing;
  const written = share.format(exact(text));
  return written === '0.0' && /[1-9]/.test(text) ? '<0.1%' : `${written}%`;
}

/** How a gain or loss is coloured: by its sign as it is written. */
export function decimalVariant(text: DecimalText): ChangeVariant {
  if (text == null) return changeVariant(null);
  const sign = formatDecimalChange(text)[0];
  if (sign === '-') return 'destructive';
  return sign === '+' ? 'default' : 'none';
}
