import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumDecimals } from './decimal-sum.ts';

describe('the sum of decimals', () => {
  it('loses no digit', () => {
    expect(sumDecimals([])).toBe('0');
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals(['999999999999.999999999999999999', '0.000000000000000001'])).toBe(
      '1000000000000.000000000000000000',
    );
    expect(sumDecimals(['-0.05', '0.04'])).toBe('-0.01');
    expect(sumDecimals(['.5', '1'])).toBe('1.5');
  });

  it('is that of the whole numbers behind them, in any order', () => {
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

const abs = (unit: bigint) => (unit < 0n ? -unit : unit);
const cents = (unit: bigint) => String(abs(unit) % 100n).padStart(2, '0');
