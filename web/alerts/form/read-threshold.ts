import type { DecimalText } from '#contract/units.ts';
import { type DecimalSeparator, readDecimal, readingOf, writeDecimal } from '#web/lib/money/read-decimal.ts';

const minus = /^[-−]\s*/;
const plus = /^\+\s*/;

/**
 * A threshold as typed, with the reader's decimal separator, as a plain decimal: `-5,5` is -5.5 for a German reader. What
 * can't be read is returned trimmed, so that the form's check can refuse it.
 */
export function readThreshold(typed: string, separator: DecimalSeparator): DecimalText {
  const text = typed.trim();
  const read = readDecimal(sizeOf(text), separator);
  if (read === null) return text;
  return minus.test(text) ? `-${read}` : read;
}

/** A threshold as the reader would type it. */
export const writeThreshold = (threshold: DecimalText, separator: DecimalSeparator): string =>
  writeDecimal(threshold, separator);

/** How a typed threshold was read, if that differs from what was typed. Otherwise undefined. */
export function thresholdReading(typed: string, separator: DecimalSeparator): DecimalText | undefined {
  const text = typed.trim();
  const read = readingOf(sizeOf(text), separator);
  return read && (minus.test(text) ? `-${read}` : read);
}

const sizeOf = (text: string) => text.replace(minus, '').replace(plus, '');
