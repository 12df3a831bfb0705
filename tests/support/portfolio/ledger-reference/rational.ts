/** An exact fraction in lowest terms with a positive denominator. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

function of(n: bigint, d: bigint): Rational {
  const divisor = gcd(n, d) || 1n;
  return { n: n / divisor, d: d / divisor };
}

export const zero: Rational = { n: 0n, d: 1n };

/** Parses decimal text without a sign. */
export function read(text: string): Rational {
  const [whole = '', fraction = ''] = text.split('.');
  return of(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

export const plus = (a: Rational, b: Rational): Rational => of(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => of(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => of(a.n * b.n, a.d * b.d);
/** The quotient. `b` must be positive. */
export const divide = (a: Rational, b: Rational): Rational => of(a.n * b.d, a.d * b.n);
/** Returns -1, 0 or 1, as sorting needs it. */
export const compare = (a: Rational, b: Rational): number =>
  Number(minus(a, b).n > 0n) - Number(minus(a, b).n < 0n);
export const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);

/** Rounds half-even to a multiple of 10⁻¹⁸. */
export function round(value: Rational): Rational {
  const scaled = value.n * 10n ** 18n;
  let whole = scaled / value.d;
  if (scaled < whole * value.d) whole -= 1n;
  const twice = (scaled - whole * value.d) * 2n;
  if (twice > value.d || (twice === value.d && whole % 2n !== 0n)) whole += 1n;
  return of(whole, 10n ** 18n);
}

/** Writes a fraction as decimal text. All values here have finitely many digits. */
export function write({ n, d }: Rational): string {
  let places = 0;
  while ((n * 10n ** BigInt(places)) % d !== 0n) {
    places += 1;
    if (places > 100) throw new RangeError('the digits do not end');
  }
  const units = (n * 10n ** BigInt(places)) / d;
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return (units < 0n ? '-' : '') + digits.slice(0, point) + (places ? `.${digits.slice(point)}` : '');
}
