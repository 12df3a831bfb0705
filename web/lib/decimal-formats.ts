/*
 * How exact decimals are written: money and amounts that travel as text, because a number cannot keep their digits.
 * They are rounded half away from zero, digit by digit, and never pass through a number.
 */
import { type ChangeVariant, changeVariant, missing, subscript } from './formats.ts';

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
/** What is left of a tiny figure behind its zeros. */
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4, useGrouping: false });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Amounts, by how many decimals they may have. */
const amounts = Array.from(
  { length: 9 },
  (_, decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
);

/** `Intl` reads decimal text exactly; TypeScript wants it to look like a number's. */
const exact = (text: string) => text as `${number}`;

/** How many zeros follow the point before the first other digit; null where there is something before the point. */
function leadingZeros(text: string): number | null {
  const [, whole = '', fraction = ''] = /^-?(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (/[1-9]/.test(whole)) return null;
  const first = fraction.search(/[1-9]/);
  return first < 0 ? null : first;
}

/** From so many zeros on they are counted. */
const countedFrom = 8;

/** The digits after the zeros of a tiny decimal, behind the count of these: `0.0₁₀56`. */
function countZeros(text: string, zeros: number): string {
  const digits = fourDigits.format(exact(text)).replace(/^-?0\.0*/, '');
  return `0.0${subscript(zeros)}${digits}`;
}

const units = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
] as const;

/** From these digits on, rounding to two decimals reaches the next unit. */
const carries = '999995';

/** A decimal whose whole part has more than `longest` digits, in the largest unit it reaches; null where it has not. */
function shorten(text: string, longest: number): { text: string; unit: string } | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*)$/.exec(text) ?? [];
  const unit = units.find(
    ([size]) => whole.length > size || (whole.length === size && whole + fraction >= carries),
  );
  if (whole.length <= longest || !unit) return null;
  const [size, name] = unit;
  return { text: `${sign}${whole.slice(0, -size)}.${whole.slice(-size)}${fraction}`, unit: name };
}

/** With more digits than these before the point, figures are shortened; in a narrow place, sooner. */
const longestFigure = 9;
const longestPercent = 6;
const longestRough = 6;

/** How many digits stand before the point, without leading zeros. */
const countWhole = (text: string) => /^-?0*(\d*)/.exec(text)?.[1]?.length ?? 0;

/** As prices: two decimals; 6 below $0.01, 8 below $0.001, counted zeros below $0.00000001. */
function writeMoney(text: string, signDisplay: Style['signDisplay']): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= countedFrom) {
    const sign = text.startsWith('-') ? '-' : signDisplay === 'exceptZero' ? '+' : '';
    return `${sign}$${countZeros(text, zeros)}`;
  }
  const short = shorten(text, longestFigure);
  if (short) return money({ decimals: 2, signDisplay }).format(exact(short.text)) + short.unit;
  const decimals = zeros === null || zeros < 2 ? 2 : zeros < 3 ? 6 : 8;
  return money({ decimals, signDisplay }).format(exact(text));
}

/** Money in US dollars: `$25,624.05`, `$34.73B` from a billion. What is not zero is never written as zero. */
export function formatDecimalMoney(text: DecimalText): string {
  return text == null ? missing : writeMoney(text, 'negative');
}

/** Money in US dollars for a narrow place: without cents from $1,000, `$57.41M` from a million. */
export function formatRoughMoney(text: DecimalText): string {
  if (text == null) return missing;
  const style = { signDisplay: 'negative' } as const;
  const short = shorten(text, longestRough);
  if (short) return money({ ...style, decimals: 2 }).format(exact(short.text)) + short.unit;
  if (countWhole(text) > 3) return money({ ...style, decimals: 0 }).format(exact(text));
  return writeMoney(text, style.signDisplay);
}

/** A gain or a loss in US dollars, with its sign: `+$14,835.46`. */
export function formatDecimalChange(text: DecimalText): string {
  return text == null ? missing : writeMoney(text, 'exceptZero');
}

/** Every digit of an amount of money, where `formatDecimalMoney` leaves some out; else undefined. */
export function exactMoneyTitle(text: DecimalText): string | undefined {
  if (text == null) return undefined;
  const full = `${text.startsWith('-') ? '-' : ''}$${grouped.format(exact(text.replace('-', '')))}`;
  const digits = (written: string) => written.replace(/[^\d.]/g, '').replace(/\.?0*$/, '');
  return digits(full) === digits(formatDecimalMoney(text)) ? undefined : full;
}

/**
 * How many units of a coin: at most 8 decimals, 4 from a thousand, with counted zeros where these would say nothing;
 * `1.50B` from a billion.
 */
export function formatAmount(text: string): string {
  return writeAmount(text, longestFigure, countWhole(text) > 3 ? 4 : 8);
}

/** How many units of a coin for a narrow place: some six digits, `1.50M` from a million. */
export function formatRoughAmount(text: string): string {
  const whole = countWhole(text);
  const decimals = whole > 0 ? longestRough - whole : 4 + (leadingZeros(text) ?? 0);
  return writeAmount(text, longestRough, Math.min(8, Math.max(0, decimals)));
}

function writeAmount(text: string, longest: number, decimals: number): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= countedFrom) return countZeros(text, zeros);
  const short = shorten(text, longest);
  if (short) return twoDecimals.format(exact(short.text)) + short.unit;
  return amounts[decimals]!.format(exact(text));
}

/** Every digit of an amount, where `formatAmount` leaves some out; else undefined. */
export function exactAmountTitle(text: string): string | undefined {
  const full = grouped.format(exact(text));
  return full === formatAmount(text) ? undefined : full;
}

/** Percents with more digits before the point than these say no more than that they are huge, and have no room. */
const longestHuge = 15;

/** A change in percent with its sign: `+39.33%`, `+172.35M%`, `+>999T%` where little was paid for much. */
export function formatDecimalPercent(text: DecimalText): string {
  if (text == null) return missing;
  if (countWhole(text) > longestHuge) return `${text.startsWith('-') ? '-' : '+'}>999T%`;
  const short = shorten(text, longestPercent);
  return short ? `${percent.format(exact(short.text))}${short.unit}%` : `${percent.format(exact(text))}%`;
}

/** A part of a whole in percent: `48.8%`; a part that rounds to nothing is `<0.1%`, one that rounds to all `>99.9%`. */
export function formatShare(text: string): string {
  const written = share.format(exact(text));
  if (written === '0.0') return '<0.1%';
  return written === '100.0' && !/^100(?:\.0*)?$/.test(text) ? '>99.9%' : `${written}%`;
}

/** How a gain or loss is coloured: by its sign as it is written. */
export function decimalVariant(text: DecimalText): ChangeVariant {
  return text == null ? changeVariant(null) : writtenVariant(formatDecimalChange(text));
}

/** How a change that is written with its sign is coloured: one that rounds to nothing has none. */
export function writtenVariant([sign]: string): ChangeVariant {
  if (sign === '-') return 'destructive';
  return sign === '+' ? 'default' : 'none';
}
