import type { DecimalText } from './units.ts';

/*
 * Decimals travel as text, because a JSON number cannot keep 30 digits. This file imports no schemas, so that the
 * browser can use the server's own rules.
 */

/** Digits a decimal may have before and after its point. */
const pattern = /^(?:[0-9]{1,12}(?:\.[0-9]{1,18})?|\.[0-9]{1,18})$/;

/**
 * Whether a text is a number above zero written plainly: ASCII digits, at most 12 before the point and 18 after it.
 * No sign, exponent, blank, comma or other script's digits.
 */
export function isPositiveDecimal(text: string): boolean {
  return pattern.test(text) && /[1-9]/.test(text);
}

/** Whether a text is a plain number that a ledger can hold: at most 24 digits before its point and `maxPlaces` after it. */
export function isLedgerDecimal(text: DecimalText, maxPlaces = 18): boolean {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]+))?$/.exec(text) ?? [];
  const hasDigits = whole.length + fraction.length > 0;
  return hasDigits && whole.length <= 24 && fraction.length <= maxPlaces;
}
