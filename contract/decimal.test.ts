import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPositiveDecimal } from './decimal.ts';

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

  it('is nothing else, whatever the text', () => {
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
