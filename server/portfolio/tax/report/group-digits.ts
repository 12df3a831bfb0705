import type { DecimalText } from '#contract/units.ts';

/** A number as reports write it: `-1,234.5`. */
export function groupDigits(text: DecimalText): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
