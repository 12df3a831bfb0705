import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './currency-text.ts';

describe('money as text', () => {
  it.each([
    ['0.00000015', '$0.00000015'],
    ['0.5', '$0.50'],
    ['7', '$7'],
    ['999.999', '$999.999'],
    ['65000', '$65,000'],
    ['65000.5', '$65,000.50'],
    ['007', '$7'],
    ['1234567890.123456', '$1,234,567,890.123456'],
    ['.5', '$0.50'],
    ['0070000', '$70,000'],
    ['105000.00', '$105,000.00'],
    ['0.000000000056', '$0.000000000056'],
    ['123456789012.123456789012345678', '$123,456,789,012.123456789012345678'],
  ])('shows %s with all its digits: %s', (decimal, shown) => expect(formatMoney(decimal, 'usd')).toBe(shown));

  it('keeps every digit', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }).map(String);
    const fraction = fc
      .bigInt({ min: 0n, max: 10n ** 18n - 1n })
      .map((digits) => String(digits).padStart(18, '0'));
    fc.assert(
      fc.property(whole, fraction, (before, after) => {
        expect(formatMoney(`${before}.${after}`, 'usd').replace(/[$,]/g, '')).toBe(`${before}.${after}`);
      }),
    );
  });

  it.each([
    ['65000.5', 'eur', '€65,000.50'],
    ['9750000', 'jpy', '¥9,750,000'],
    ['1.5', 'jpy', '¥1.5'],
    ['0.0123', 'btc', 'BTC\u00a00.0123'],
    ['1500', 'sats', 'SATS\u00a01,500'],
    ['2.5', 'cad', 'CA$2.50'],
  ])('%s in %s is %s', (decimal, code, shown) => expect(formatMoney(decimal, code)).toBe(shown));
});
