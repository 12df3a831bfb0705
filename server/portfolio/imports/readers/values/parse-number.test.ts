import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFileStyle, type NumberStyle } from './number-style.ts';
import { parseNumber } from './parse-number.ts';
import { toDecimalText } from './units.ts';

const parse = (text: string, style: NumberStyle) => {
  const { units, unit } = parseNumber(text, style);
  return [toDecimalText(units), unit];
};

describe('A number in a file', () => {
  it.each<[text: string, style: NumberStyle, number: string, unit: string]>([
    ['1234.56', 'point', '1234.56', ''],
    ['-0.010713949999999999', 'point', '-0.010713949999999999', ''],
    ['1,234.56', 'point', '1234.56', ''],
    ['1,234', 'point', '1234', ''],
    ['1.234,56', 'comma', '1234.56', ''],
    ['1.234', 'comma', '1234', ''],
    ['0,5', 'comma', '0.5', ''],
    ["1'234.56", 'point', '1234.56', ''],
    ['1\u202f234,56', 'comma', '1234.56', ''],
    ['12,34,567.8', 'point', '1234567.8', ''],
    ['3.605E-05', 'point', '0.00003605', ''],
    ['1,5e-3', 'comma', '0.0015', ''],
    ['2E3', 'point', '2000', ''],
    ['−5', 'point', '-5', ''],
    ['($519.83)', 'point', '-519.83', '$'],
    ['-€597.49846', 'point', '-597.49846', '€'],
    ['€82,304.00', 'point', '82304', '€'],
    ['89,162.28 SEK', 'point', '89162.28', 'SEK'],
    ['.5', 'point', '0.5', ''],
    ['+7', 'point', '7', ''],
    ['0,5', 'unknown', '0.5', ''],
    ['1.234,5', 'mixed', '1234.5', ''],
    ['0.123', 'mixed', '0.123', ''],
    ['0.123', 'comma', '0.123', ''],
    ['0,123', 'mixed', '0.123', ''],
    ['1.25', 'mixed', '1.25', ''],
    ['1.234', 'unknown', '1.234', ''],
    ['1 234 EUR', 'point', '1234', 'EUR'],
  ])('is read: %s (%s)', (text, style, number, unit) => {
    expect(parse(text, style)).toEqual([number, unit]);
  });

  it.each<[string, NumberStyle]>([
    ['', 'point'],
    ['one', 'point'],
    ['1.2.3', 'point'],
    ['1,23,4', 'point'],
    ['5 100X', 'point'],
    ['5.0 1INCH', 'point'],
    ['12:30', 'point'],
    ['1,234', 'mixed'],
    ['1.234', 'mixed'],
    ['0,123', 'point'],
    ['1e999', 'point'],
    ['1'.repeat(25), 'point'],
    ['9'.repeat(100_000), 'point'],
  ])('is refused: %s (%s)', (text, style) => {
    expect(() => parseNumber(text, style)).toThrow();
  });

  it('keeps 18 decimals, and rounds half-even beyond', () => {
    expect(parseNumber('0.1234567890123456785', 'point')).toMatchObject({
      units: 123456789012345678n,
      isRounded: true,
    });
    expect(parseNumber('0.1234567890123456775', 'point')).toMatchObject({
      units: 123456789012345678n,
      isRounded: true,
    });
    expect(parseNumber(`0.1${'0'.repeat(39)}`, 'point')).toMatchObject({
      units: 10n ** 17n,
      isRounded: false,
    });
  });

  it('is the same in every notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.boolean(), (units, isNegative) => {
        const plain = toDecimalText(units);
        const [whole = '', fraction = ''] = plain.split('.');
        const grouped = (mark: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, mark);
        const sign = isNegative ? '-' : '';
        const expected = isNegative ? -units : units;
        const end = (mark: string) => (fraction === '' ? '' : mark + fraction);
        expect(parseNumber(sign + plain, 'point').units).toBe(expected);
        expect(parseNumber(`${sign}€${grouped(',')}${end('.')}`, 'point').units).toBe(expected);
        expect(parseNumber(`${sign}${grouped('.')}${end(',')} EUR`, 'comma').units).toBe(expected);
        expect(parseNumber(`${sign}${grouped("'")}${end('.')}`, 'point').units).toBe(expected);
      }),
    );
  });
});

describe('The style of a file’s numbers', () => {
  const style = (cells: string[], separator = ';') => detectFileStyle([{ cells }], separator);
  it.each<[string[], string, NumberStyle]>([
    [['0.5', '1.2345'], ';', 'point'],
    [['0,5', 'hello, world'], ';', 'comma'],
    [['1.234,56'], ';', 'comma'],
    [['1,234.56'], ';', 'point'],
    [['1,234,567'], ';', 'point'],
    [['0,5', '0.25'], ';', 'mixed'],
    [['1,234'], ',', 'point'],
    [['0,123'], ',', 'comma'],
    [['1,5', '0.123'], ';', 'mixed'],
    [['1,234'], ';', 'unknown'],
    [['Mar 1, 2021', '1,234'], ',', 'point'],
    [['BTC,EUR', '1.125'], ';', 'unknown'],
  ])('follows from its cells: %j', (cells, separator, expected) => {
    expect(style(cells, separator)).toBe(expected);
  });
});
