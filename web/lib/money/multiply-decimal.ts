import type { DecimalText } from '#contract/units.ts';

/** The exact product of two decimals. */
export function multiplyDecimals(a: DecimalText, b: DecimalText): DecimalText {
  const [left, right] = [parse(a), parse(b)];
  const places = left.places + right.places;
  const product = left.units * right.units;
  const digits = String(product < 0n ? -product : product).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0{1,400}$/, '');
  return `${product < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** The product of two decimals, truncated to 18 places. */
export function multiplyTruncated(a: DecimalText, b: DecimalText): DecimalText {
  const [whole = '', fraction = ''] = multiplyDecimals(a, b).split('.');
  const kept = fraction.slice(0, 18).replace(/(?<!0)0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function parse(text: DecimalText): { units: bigint; places: number } {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction || '0');
  return { units: sign ? -units : units, places: fraction.length };
}
