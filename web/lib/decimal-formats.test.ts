import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalVariant,
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatDecimalPercent,
  formatShare,
  formatShortAmount,
  formatShortMoney,
} from './decimal-formats.ts';
import { variantOfText } from './formats.ts';

describe('money as decimal text', () => {
  it('has cents, and more digits only if cents would show zero', () => {
    expect(formatDecimalMoney('52557.459')).toBe('$52,557.46');
    expect(formatDecimalMoney('-1819.91')).toBe('-$1,819.91');
    expect(formatDecimalMoney('0')).toBe('$0.00');
    expect(formatDecimalMoney('0.0123')).toBe('$0.01');
    expect(formatDecimalMoney('0.005')).toBe('$0.005000');
    expect(formatDecimalMoney('0.00002436')).toBe('$0.00002436');
    expect(formatDecimalMoney('0.000000000056')).toBe('$0.0₁₀56');
    expect(exactMoneyTitle('0.000000000056')).toBe('$0.000000000056');
    expect(formatDecimalMoney(null)).toBe('—');
  });

  it('keeps digits that a number would lose', () => {
    expect(formatDecimalMoney('999999999.994999999999999999')).toBe('$999,999,999.99');
    expect(formatDecimalMoney('999999999.995')).toBe('$1,000,000,000.00');
    expect(formatDecimalMoney('1.005')).toBe('$1.01');
    expect(exactMoneyTitle('999999999999.123456789012345678')).toBe('$999,999,999,999.123456789012345678');
    expect(exactMoneyTitle('-0.005')).toBeUndefined();
    expect(exactMoneyTitle('12.50')).toBeUndefined();
  });

  it('is rounded half away from zero, whatever the digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n - 1n }),
        fc.integer({ min: 0, max: 999 }),
        (whole, rest) => {
          const thousandths = String(rest).padStart(3, '0');
          const cents = (whole * 1000n + BigInt(rest) + 5n) / 10n;
          const written = formatDecimalMoney(`${whole}.${thousandths}`);
          if (whole === 0n && rest < 10) return;
          expect(written.replace(/[$,.]/g, '').replace(/^0+(?=\d{3})/, '')).toBe(
            String(cents).padStart(3, '0'),
          );
        },
      ),
    );
  });
});

describe('a gain or loss as decimal text', () => {
  it('has a sign, and the colour of that sign', () => {
    expect(formatDecimalChange('14835.456')).toBe('+$14,835.46');
    expect(formatDecimalChange('-0.000001')).toBe('-$0.00000100');
    expect(formatDecimalChange('0.0000000001')).toBe('+$0.0₉1');
    expect(formatDecimalChange('0')).toBe('$0.00');
    expect(['3', '-3', '0', null].map(decimalVariant)).toEqual(['default', 'destructive', 'none', 'none']);
    expect(formatDecimalPercent('39.328932')).toBe('+39.33%');
    expect(formatDecimalPercent('-0.001')).toBe('0.00%');
    expect(['+0.01%', '-0.01%', '0.00%'].map(variantOfText)).toEqual(['default', 'destructive', 'none']);
  });
});

describe('amounts and shares', () => {
  it('are grouped, with at most 8 decimals, at most 4 from 1,000 on, and never shown as zero', () => {
    expect(formatAmount('1500')).toBe('1,500');
    expect(formatAmount('0.250')).toBe('0.25');
    expect(formatAmount('.5')).toBe('0.5');
    expect(formatAmount('1.123456789')).toBe('1.12345679');
    expect(exactAmountTitle('1.123456789')).toBe('1.123456789');
    expect(formatAmount('0.000000000000000001')).toBe('0.0₁₇1');
    expect(exactAmountTitle('0.000000000000000001')).toBe('0.000000000000000001');
    expect(exactAmountTitle('0.25')).toBeUndefined();
    expect(formatAmount('123456789.123456789012345678')).toBe('123,456,789.1235');
    expect(formatAmount('123456789012.123456789012345678')).toBe('123.46B');
    expect(exactAmountTitle('123456789012.1')).toBe('123,456,789,012.1');
  });

  it('are rounded more for narrow places', () => {
    expect(formatShortAmount('15000.123456789')).toBe('15,000.1');
    expect(formatShortAmount('0.51234567')).toBe('0.5123');
    expect(formatShortAmount('0.00001234567')).toBe('0.00001235');
    expect(formatShortAmount('0.000000000000000001')).toBe('0.0₁₇1');
    expect(formatShortAmount('123456')).toBe('123,456');
    expect(formatShortAmount('999999999')).toBe('1.00B');
    expect(formatShortAmount('999994999')).toBe('999.99M');
    expect(formatShortMoney('57414689.94')).toBe('$57.41M');
    expect(formatShortMoney('25624.45')).toBe('$25,624');
    expect(formatShortMoney('999.456')).toBe('$999.46');
    expect(formatShortMoney('0.00002436')).toBe('$0.00002436');
    expect(formatShortMoney(null)).toBe('—');
  });

  it('are shortened if there is no room, with every digit in the title', () => {
    expect(formatDecimalMoney('34732789810.8')).toBe('$34.73B');
    expect(formatDecimalMoney('1234567890123.456')).toBe('$1.23T');
    expect(exactMoneyTitle('1234567890123.456')).toBe('$1,234,567,890,123.456');
    expect(formatDecimalChange('-123456789012345678901234')).toBe('-$123,456,789,012.35T');
    expect(formatDecimalPercent('172349500')).toBe('+172.35M%');
    expect(formatDecimalPercent('-999999.994')).toBe('-999,999.99%');
    expect(formatDecimalPercent('999999999999999.9')).toBe('+1,000.00T%');
    expect(formatDecimalPercent('5476947999999999999999900')).toBe('+>999T%');
  });

  it('do not show a small share as zero', () => {
    expect(formatShare('48.7512')).toBe('48.8%');
    expect(formatShare('0.0499')).toBe('<0.1%');
    expect(formatShare('0')).toBe('<0.1%');
    // A nearly worthless amount was sold beyond the holding.
    expect(formatShare('-0.0035')).toBe('0.0%');
    expect(formatShare('-2.04')).toBe('-2.0%');
    expect(formatShare('99.99')).toBe('>99.9%');
    expect(formatShare('100')).toBe('100.0%');
  });
});
