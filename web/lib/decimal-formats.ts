/*
 * Formats of exact decimals: money and amounts that travel as text, because a number cannot keep their digits.
 * They are rounded half away from zero, digit by digit, and never become a number.
 */
import { type ChangeVariant, changeVariant, magnitudes, missing, subscript } from './formats.ts';

/** A decimal from the API; null where it is unknown. */
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
/** The digits of a tiny figure after its zeros. */
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4, useGrouping: false });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Amounts, by their maximum of decimals. */
const amounts = Array.from(
  { length: 9 },
  (_, decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
);

/** `Intl` reads decimal text exactly; TypeScript wants it to look like a number's. */
const exact = (text: string) => text as `${number}`;

/** The number of zeros between the point and the first other digit; null where there is a digit before the point. */
function leadingZeros(text: string): number | null {
  const [, whole = '', fraction = ''] = /^-?(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (/[1-9]/.test(whole)) return null;
  const first = fraction.search(/[1-9]/);
  return first < 0 ? null : first;
}

/** From this many zeros on, they are counted. */
const minCountedZeros = 8;

/** The digits after the zeros of a tiny decimal, behind the count of these: `0.0₁₀56`. */
function countZeros(text: string, zeros: number): string {
  const digits = fourDigits.format(exact(text)).replace(/^-?0\.0*/, '');
  return `0.0${subscript(zeros)}${digits}`;
}

/** Thousands are written out. */
const decimalMagnitudes = magnitudes.filter(({ zeros }) => zeros >= 6);

/** From these digits on, rounding to two decimals reaches the next magnitude. */
const carries = '999995';

/** A decimal with more than `maxWhole` digits before the point, in the largest magnitude it reaches; else null. */
function shortenDecimal(text: string, maxWhole: number): { text: string; letter: string } | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*)$/.exec(text) ?? [];
  const magnitude = decimalMagnitudes.findLast(
    ({ zeros }) => whole.length > zeros || (whole.length === zeros && whole + fraction >= carries),
  );
  if (whole.length <= maxWhole || !magnitude) return null;
  const { zeros, letter } = magnitude;
  return { text: `${sign}${whole.slice(0, -zeros)}.${whole.slice(-zeros)}${fraction}`, letter };
}

/** With more digits than these before the point, figures are shortened; in a narrow place, sooner. */
const maxFigureDigits = 9;
const maxPercentDigits = 6;
const maxRoughDigits = 6;

/** The number of digits before the point, without leading zeros. */
const countWhole = (text: string) => /^-?0*(\d*)/.exec(text)?.[1]?.length ?? 0;

/** Like prices: two decimals; 6 below $0.01, 8 below $0.001, counted zeros below $0.00000001. */
function writeMoney(text: string, signDisplay: Style['signDisplay']): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= minCountedZeros) {
    const sign = text.startsWith('-') ? '-' : signDisplay === 'exceptZero' ? '+' : '';
    return `${sign}$${countZeros(text, zeros)}`;
  }
  const short = shortenDecimal(text, maxFigureDigits);
  if (short) return money({ decimals: 2, signDisplay }).format(exact(short.text)) + short.letter;
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
  const short = shortenDecimal(text, maxRoughDigits);
  if (short) return money({ ...style, decimals: 2 }).format(exact(short.text)) + short.letter;
  if (countWhole(text) > 3) return money({ ...style, decimals: 0 }).format(exact(text));
  return writeMoney(text, style.signDisplay);
}

/** A gain or a loss in US dollars, with its sign: `+$14,835.46`. */
export function formatDecimalChange(text: DecimalText): string {
  return text == null ? missing : writeMoney(text, 'exceptZero');
}

/** Every digit of an amount of money, where `formatDecimalMoney` omits some; else undefined. */
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
  return writeAmount(text, maxFigureDigits, countWhole(text) > 3 ? 4 : 8);
}

/** How many units of a coin for a narrow place: some six digits, `1.50M` from a million. */
export function formatRoughAmount(text: string): string {
  const whole = countWhole(text);
  const decimals = whole > 0 ? maxRoughDigits - whole : 4 + (leadingZeros(text) ?? 0);
  return writeAmount(text, maxRoughDigits, Math.min(8, Math.max(0, decimals)));
}

function writeAmount(text: string, maxWhole: number, decimals: number): string {
  const zeros = leadingZeros(text);
  if (zeros !== null && zeros >= minCountedZeros) return countZeros(text, zeros);
  const short = shortenDecimal(text, maxWhole);
  if (short) return twoDecimals.format(exact(short.text)) + short.letter;
  return amounts[decimals]!.format(exact(text));
}

/** Every digit of an amount, where `formatAmount` omits some; else undefined. */
export function exactAmountTitle(text: string): string | undefined {
  const full = grouped.format(exact(text));
  return full === formatAmount(text) ? undefined : full;
}

/** Percentages with more digits before the point are shown as `>999T%`. */
const maxHugeDigits = 15;

/** A change in percent with its sign: `+39.33%`, `+172.35M%`, `+>999T%` where little was paid for much. */
export function formatDecimalPercent(text: DecimalText): string {
  if (text == null) return missing;
  if (countWhole(text) > maxHugeDigits) return `${text.startsWith('-') ? '-' : '+'}>999T%`;
  const short = shortenDecimal(text, maxPercentDigits);
  return short ? `${percent.format(exact(short.text))}${short.letter}%` : `${percent.format(exact(text))}%`;
}

/** A part of a whole in percent: `48.8%`; a part that rounds to nothing is `<0.1%`, one that rounds to all `>99.9%`. */
export function formatShare(text: string): string {
  const written = share.format(exact(text));
  if (written === '0.0') return '<0.1%';
  return written === '100.0' && !/^100(?:\.0*)?$/.test(text) ? '>99.9%' : `${written}%`;
}

/** The colour of a gain or loss, by its sign as shown. */
export function decimalVariant(text: DecimalText): ChangeVariant {
  return text == null ? changeVariant(null) : writtenVariant(formatDecimalChange(text));
}

/** The colour of a formatted change; none where it rounds to zero. */
export function writtenVariant([sign]: string): ChangeVariant {
  if (sign === '-') return 'destructive';
  return sign === '+' ? 'default' : 'none';
}
