/*
 * Formats for figures other than money: changes and shares in percent, counts, ages. The minus sign is the ASCII "-",
 * because people copy figures into spreadsheets. Formatters are cached, because creating one costs more than a hundred
 * uses. Anything but a finite number is shown as `missing`, never as 0.
 */

import type { Instant, Percent } from '#contract/units.ts';
import { createNumberFormatter } from './money/number-style.ts';

/** A figure from the API; null if unknown. */
export type Figure = number | null | undefined;

/** Shown for unknown figures. */
export const missing = '—';

const signDisplay = 'negative' as const;
const signedPercent = createNumberFormatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const oneDecimal = createNumberFormatter({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay,
});
const whole = createNumberFormatter({ maximumFractionDigits: 0, signDisplay });
const upToTwo = createNumberFormatter({ maximumFractionDigits: 2, signDisplay });

/** Whether a figure is known. */
export const isFigure = (value: Figure): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A whole number in subscript digits. */
export const subscript = (count: number) =>
  String(count).replace(/\d/g, (d) => String.fromCharCode(0x2080 + Number(d)));

/** The powers of ten that have a letter, smallest first. */
export const magnitudes = [
  { zeros: 3, letter: 'K' },
  { zeros: 6, letter: 'M' },
  { zeros: 9, letter: 'B' },
  { zeros: 12, letter: 'T' },
] as const;

/** A change in percent with its sign and two decimals; `0.00%` if it rounds to zero. */
export function formatPercent(change: Percent | null | undefined): string {
  return isFigure(change) ? `${signedPercent.format(change)}%` : missing;
}

export type ChangeVariant = 'default' | 'destructive' | 'none';

/** The colour of a change; none if it is missing or rounds to zero. */
export const changeVariant = (change: Percent | null | undefined) => variantOfText(formatPercent(change));

/** The colour of a formatted change, by its sign; none if it rounds to zero. */
export function variantOfText(text: string): ChangeVariant {
  const [sign] = text;
  if (sign === '-') return 'destructive';
  return sign === '+' ? 'default' : 'none';
}

/** A market share in percent, with one decimal. */
export function formatDominance(share: Percent | null | undefined): string {
  return isFigure(share) ? `${oneDecimal.format(share)}%` : missing;
}

/** A count: `17,111`. */
export function formatCount(count: Figure): string {
  return isFigure(count) ? whole.format(count) : missing;
}

/** A count of things: `1 coin`, `2,000 coins`. `thing` is the singular of a noun whose plural adds an s. */
export const countOf = (count: number, thing: string) =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;

/** An amount of a coin: whole from a thousand, otherwise up to two decimals. */
export function formatSupply(amount: Figure, symbol: string): string {
  if (!isFigure(amount)) return missing;
  const format = Math.abs(amount) >= 1000 ? whole : upToTwo;
  return `${format.format(amount)} ${symbol.toUpperCase()}`;
}

const ago = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

/** The age of an instant. A future instant counts as now. */
export function formatRelativeTime(at: Instant, now: Instant): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (Number.isNaN(minutes)) return missing;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return ago(Math.floor(minutes / (24 * 60)), 'day');
}
