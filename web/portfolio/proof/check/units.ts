/* Exact arithmetic of the checker. */
/** Money and amounts are integers, in units of 10⁻⁷². Money is null if not known. */
export type Units = bigint;
export type Money = Units | null;
export const unit = 10n ** 72n;
/** Costs and prices are rounded to 18 places, percentages to 8. */
const places18 = 10n ** 54n;
export const places8 = 10n ** 64n;
export function refuse(reason: string, step: number | null = null): never {
  throw Object.assign(new Error(reason), { step });
}
export function parse(text: unknown): Units {
  const found = typeof text === 'string' && /^(-?)(\d{1,120})(?:\.(\d{1,72}))?$/.exec(text);
  if (!found) return refuse(`${JSON.stringify(text)} is not a decimal`);
  return BigInt(found[1] + found[2]! + (found[3] ?? '').padEnd(72, '0'));
}
export function print(value: Money): string | null {
  if (value === null) return null;
  const digits = (value < 0n ? -value : value).toString().padStart(73, '0');
  const fraction = digits.slice(-72).replace(/(?<!0)0+$/, '');
  return (value < 0n ? '-' : '') + digits.slice(0, -72) + (fraction && `.${fraction}`);
}
/** a ÷ b, rounded half-even to a multiple of `grain`. */
export function divide(a: bigint, b: bigint, grain = places18): Units {
  const whole = b * grain;
  const size = a < 0n ? -a : a;
  const [down, over] = [size / whole, (size % whole) * 2n];
  const near = over > whole || (over === whole && down % 2n === 1n) ? down + 1n : down;
  return (a < 0n ? -near : near) * grain;
}
/** An amount of zero is worth zero, even if the price is not known. */
export const times = (a: Units, b: Money) => (a === 0n ? 0n : b === null ? null : (a * b) / unit);
export const plus = (a: Money, b: Money) => (a === null || b === null ? null : a + b);
export const minus = (a: Money, b: Money) => (a === null || b === null ? null : a - b);
export const least = (a: Units, b: Units) => (a < b ? a : b);
export const sum = (values: readonly Money[]) =>
  values.reduce<Units>((total, value) => total + (value ?? 0n), 0n);
/** The sum of the known values. Null if there are values and none is known. */
export const sumOfKnown = (values: readonly Money[]) =>
  values.length > 0 && values.every((value) => value === null) ? null : sum(values);
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
