import type { DecimalText } from './units.ts';

/*
 * Decimals are sent as text, because a JSON number cannot keep 30 digits. This file imports no schemas, so that the
 * browser can apply the server's rules.
 */

/** At most 12 digits before the decimal point and 18 after it. */
const pattern = /^(?:[0-9]{1,12}(?:\.[0-9]{1,18})?|\.[0-9]{1,18})$/;

/**
 * Whether a text is a plain positive number: ASCII digits only, at most 12 before the decimal point and 18 after it,
 * without sign, exponent, whitespace or commas.
 */
export function isPositiveDecimal(text: string): boolean {
  return pattern.test(text) && /[1-9]/.test(text);
}

/** Returns the error message for a text that must be such a number; undefined if it is one. */
export function findDecimalFault(text: string): string | undefined {
  if (isPositiveDecimal(text)) return undefined;
  const isTooLong = /^(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)$/.test(text) && /[1-9]/.test(text);
  return isTooLong
    ? 'Must have at most 12 digits before the point and 18 after it'
    : 'Must be a positive number';
}

/** Whether a text is a plain number that fits the ledger: up to 24 digits before the point and `maxPlaces` after it. */
export function isLedgerDecimal(text: DecimalText, maxPlaces = 18): boolean {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]+))?$/.exec(text) ?? [];
  const hasDigits = whole.length + fraction.length > 0;
  return hasDigits && whole.length <= 24 && fraction.length <= maxPlaces;
}
