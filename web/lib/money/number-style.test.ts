import { afterEach, describe, expect, it } from 'vitest';
import { numberStyles } from '#contract/currencies/number-style.ts';
import { formatThresholdPercent } from '#web/alerts/alert-words.ts';
import { readMoney, readPercent, readPrice } from '#web/market/table/shown-figures.ts';
import {
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatEveryDigit,
  formatShare,
} from '../decimal-formats.ts';
import { formatCount, formatPercent } from '../formats.ts';
import { currencyOf } from './currency.ts';
import { formatExactPrice, formatMarketCap, formatPrice, formatPriceParts } from './money-formats.ts';
import { createNumberFormatter, setNumberStyle, toPlainNumber, writeInStyle } from './number-style.ts';

afterEach(() => setNumberStyle('en'));

describe('numbers in a number style', () => {
  it.each([
    ['en', '1,234,567.891', '$62,712.34'],
    ['de', '1.234.567,891', '62.712,34\u00a0$'],
    ['nl', '1.234.567,891', '$62.712,34'],
    ['fr', '1\u202f234\u202f567,891', '62\u202f712,34\u00a0$'],
    ['ch', '1’234’567.891', '$62’712.34'],
    ['in', '12,34,567.891', '$62,712.34'],
  ] as const)('%s writes %s', (style, number, price) => {
    const writer = createNumberFormatter({ maximumFractionDigits: 3 });
    writeInStyle(style, () => {
      expect(writer.format(1_234_567.891)).toBe(number);
      expect(writer.format('1234567.891')).toBe(number);
      expect(formatPrice(62_712.34)).toBe(price);
      expect(formatDecimalMoney('62712.34')).toBe(price);
      expect(toPlainNumber(number)).toBe('1234567.891');
    });
  });

  it('apply to every kind of figure', () => {
    setNumberStyle('de');
    expect(formatPercent(-1234.5)).toBe('-1.234,50%');
    expect(formatCount(17_111)).toBe('17.111');
    expect(formatMarketCap(1_380_000_000)).toBe('1,38B\u00a0$');
    expect(formatPrice(5.6e-11)).toBe('0,0₁₀56\u00a0$');
    expect(formatPrice(-1.5, currencyOf('chf'))).toBe('-1,50\u00a0CHF');
    expect(formatDecimalMoney('0.000000000056')).toBe('0,0₁₀56\u00a0$');
    expect(formatDecimalMoney('34730000000')).toBe('34,73B\u00a0$');
    expect(formatDecimalChange('14835.456')).toBe('+14.835,46\u00a0$');
    expect(exactMoneyTitle('14835.456')).toBe('14.835,456\u00a0$');
    expect(exactMoneyTitle('14835.4')).toBeUndefined();
    expect(formatAmount('1234.56789')).toBe('1.234,5679');
    expect(formatEveryDigit('65000.5', 'eur')).toBe('65.000,50\u00a0€');
    expect(formatShare('0.01')).toBe('<0,1%');
    expect(formatShare('99.99')).toBe('>99,9%');
    expect(formatThresholdPercent('-1234.5')).toBe('-1.234,50%');
    expect(formatExactPrice(1.5, currencyOf('eur'))).toBe('1,50\u00a0€');
    expect(formatPriceParts(0.001234)).toEqual({ text: '0,00', hang: '1234\u00a0$', exact: null });
  });

  it('are in the previous style again after a page is written, or has failed', () => {
    writeInStyle('fr', () => undefined);
    expect(() =>
      writeInStyle('de', () => {
        throw new Error('failed');
      }),
    ).toThrow('failed');
    expect(formatPrice(1234.5)).toBe('$1,234.50');
  });

  it.each(numberStyles)('are read back from a page in the style %s', (style) => {
    setNumberStyle(style);
    for (const price of [62_712.34, 0.00001234, 1234567.5])
      expect(readPrice(formatExactPrice(price))).toBe(price);
    expect(readPercent(formatPercent(-12_345.67))).toBe(-12_345.67);
    expect(readMoney(formatMarketCap(1_380_000_000))).toBe(1_380_000_000);
    expect(readMoney(formatMarketCap(123_456))).toBe(123_456);
  });
});
