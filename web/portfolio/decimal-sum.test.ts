import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideDecimals, sumDecimals } from './decimal-sum.ts';

describe('the sum of decimals', () => {
  it('loses no digits', () => {
    expect(sumDecimals([])).toBe('0');
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals(['999999999999.999999999999999999', '0.000000000000000001'])).toBe(
      '1000000000000.000000000000000000',
    );
    expect(sumDecimals(['-0.05', '0.04'])).toBe('-0.01');
    expect(sumDecimals(['.5', '1'])).toBe('1.5');
  });

  it('equals the sum of the underlying integers, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })), (units) => {
        const texts = units.map((unit) => `${unit < 0n ? '-' : ''}${abs(unit) / 100n}.${cents(unit)}`);
        const total = units.reduce((sum, unit) => sum + unit, 0n);
        const text = sumDecimals(texts);
        expect(BigInt(text.replace('.', '')) * (units.length === 0 ? 100n : 1n)).toBe(total);
        expect(sumDecimals(texts.toReversed())).toBe(text);
      }),
    );
  });
});

describe('the quotient of decimals', () => {
  it.each([
    ['15000', '0.3', '50000'],
    ['1', '3', '0.333333333333333333'],
    ['2', '3', '0.666666666666666667'],
    ['-2', '3', '-0.666666666666666667'],
    ['0', '7.5', '0'],
    ['100', '1', '100'],
    // Half a unit of the last digit rounds to even.
    ['0.000000000000000001', '2', '0'],
    ['0.000000000000000003', '2', '0.000000000000000002'],
    // A float would lose these digits.
    ['123456789012345678.9', '0.1', '1234567890123456789'],
  ])('of %s and %s is %s', (dividend, divisor, quotient) => {
    expect(divideDecimals(dividend, divisor)).toBe(quotient);
  });

  it('is null if the divisor is zero', () => {
    expect(divideDecimals('1', '0.00')).toBeNull();
  });

  it('is off by at most half a unit of the last digit, and rounds an exact half to even', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 24n }), (top, bottom) => {
        const quotient = toQuotientUnits(divideDecimals(inCents(top), inCents(bottom))!);
        const twiceError = 2n * (quotient * bottom - top * 10n ** 18n);
        expect(abs(twiceError) <= bottom).toBe(true);
        if (abs(twiceError) === bottom) expect(quotient % 2n).toBe(0n);
      }),
    );
  });
});

/** A quotient as an integer, in units of 10⁻¹⁸. */
function toQuotientUnits(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

const inCents = (unit: bigint) => `${unit / 100n}.${cents(unit)}`;
const abs = (unit: bigint) => (unit < 0n ? -unit : unit);
const cents = (unit: bigint) => String(abs(unit) % 100n).padStart(2, '0');
