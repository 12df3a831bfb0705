/*
 * Decimals travel as text, because a JSON number cannot keep 30 digits. This file imports nothing, so that the
 * browser's forms can check with the very rule the server has.
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
