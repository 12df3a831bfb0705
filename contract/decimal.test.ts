import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDollars, isPositiveDecimal } from './decimal.ts';

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));

describe('a positive decimal', () => {
  it.each([
    '1',
    '0.5',
    '.5',
    '007',
    '1.10',
    '0.000000000000000001',
    '999999999999.999999999999999999',
    '000000000001',
  ])('can be %j', (text) => expect(isPositiveDecimal(text)).toBe(true));

  it.each([
    '',
    '0',
    '0.0',
    '.0',
    '.',
    '5.',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '1e3',
    '1E3',
    '0x1',
    '0b1',
    'Infinity',
    'NaN',
    '1,5',
    '1_000',
    '1.2.3',
    '\uff11',
    '\u0661',
    '\u00bd',
    '1\u0000',
    '1234567890123',
    '0.1234567890123456789',
    '1n',
  ])('cannot be %j', (text) => expect(isPositiveDecimal(text)).toBe(false));

  it('is every plain number above zero within the bounds', () => {
    fc.assert(
      fc.property(digits(12), fc.option(digits(18)), (whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`;
        expect(isPositiveDecimal(text)).toBe(BigInt(whole + (fraction ?? '')) > 0n);
      }),
    );
  });

  it('is nothing else, whatever is written', () => {
    const odd = fc.array(fc.constantFrom(...'0123456789.,eE+-xX \t\u0000\uff11\u0660'), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.oneof(
          odd.map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          if (!isPositiveDecimal(text)) return;
          expect(Number(text)).toBeGreaterThan(0);
          const [whole = '', fraction = ''] = text.split('.');
          expect(whole.length).toBeLessThanOrEqual(12);
          expect(fraction.length).toBeLessThanOrEqual(18);
          expect(text.replace('.', '')).toMatch(/^[0-9]+$/);
        },
      ),
    );
  });
});

describe('dollars', () => {
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
  ])('%s are shown with all their digits: %s', (decimal, shown) =>
    expect(formatDollars(decimal)).toBe(shown),
  );

  it('keep every digit', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }).map(String);
    const fraction = fc
      .bigInt({ min: 0n, max: 10n ** 18n - 1n })
      .map((digits) => String(digits).padStart(18, '0'));
    fc.assert(
      fc.property(whole, fraction, (before, after) => {
        expect(formatDollars(`${before}.${after}`).replace(/[$,]/g, '')).toBe(`${before}.${after}`);
      }),
    );
  });
});
