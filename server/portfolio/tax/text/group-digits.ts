import type { DecimalText } from '#contract/units.ts';

/** A number as written in reports: `-1,234.5`. */
export function groupDigits(text: DecimalText): string {
  const [whole = '', fraction] = text.split('.');
  const first = (whole.startsWith('-') ? 1 : 0) + ((whole.replace('-', '').length + 2) % 3) + 1;
  let grouped = whole.slice(0, first);
  for (let at = first; at < whole.length; at += 3) grouped += `,${whole.slice(at, at + 3)}`;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
