import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPercent } from '#web/lib/formats.ts';
import { formatExactPrice, formatMarketCap, formatPriceParts } from '#web/lib/money/money-formats.ts';
import { readMoney, readPercent, readPrice, roundMoney, roundPercent } from './shown-figures.ts';

const figure = fc.double({ min: -1e15, max: 1e15, noNaN: true });

describe('the figures that a row shows', () => {
  it('are read back as they were written', () => {
    expect(readPercent('-1,204.50%')).toBe(-1204.5);
    expect(readMoney('$106.82B')).toBe(106_820_000_000);
    expect(readMoney('$999,999')).toBe(999_999);
    expect(readPrice('$0.000000000056')).toBe(5.6e-11);
    for (const read of [readPercent, readMoney, readPrice]) expect(read('—')).toBeNull();
  });

  it('look the same after rounding, however often', () => {
    fc.assert(
      fc.property(figure, (value) => {
        expect(formatPercent(roundPercent(value))).toBe(formatPercent(value));
        expect(formatMarketCap(roundMoney(value))).toBe(formatMarketCap(value));
        expect(roundMoney(roundMoney(value))).toBe(roundMoney(value));
      }),
    );
  });

  it('keep an unknown figure unknown', () => {
    for (const value of [null, undefined, Number.NaN]) {
      expect(roundPercent(value)).toBeNull();
      expect(roundMoney(value)).toBeNull();
    }
  });

  it('are read back to the last digit of a price', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-15, max: 1e9, noNaN: true }), (price) => {
        const { text, hang, exact } = formatPriceParts(price);
        expect(readPrice(exact ?? text + hang)).toBe(price);
        expect(readPrice(formatExactPrice(price))).toBe(price);
      }),
    );
  });
});
