import type { DecimalText } from '#contract/units.ts';
import { type DecimalSign, readDecimal, readingOf, writeDecimal } from '#web/lib/money/read-decimal.ts';

const minus = /^[-−]\s*/;
const plus = /^\+\s*/;

/**
 * A threshold as typed, with the reader's decimal sign, as a plain decimal: `-5,5` is -5.5 for a German reader. What
 * can't be read is returned trimmed, so that the form's check can refuse it.
 */
export function readThreshold(typed: string, sign: DecimalSign): DecimalText {
  const text = typed.trim();
  const read = readDecimal(sizeOf(text), sign);
  if (read === null) return text;
  return minus.test(text) ? `-${read}` : read;
}

/** A threshold as the reader would type it. */
export const writeThreshold = (threshold: DecimalText, sign: DecimalSign): string =>
  writeDecimal(threshold, sign);

/** How a typed threshold was read, if that differs from what was typed. Otherwise undefined. */
export function thresholdReading(typed: string, sign: DecimalSign): DecimalText | undefined {
  const text = typed.trim();
  const read = readingOf(sizeOf(text), sign);
  return read && (minus.test(text) ? `-${read}` : read);
}

const sizeOf = (text: string) => text.replace(minus, '').replace(plus, '');
