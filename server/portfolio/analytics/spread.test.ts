import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exact } from '../valuation/exact.ts';
import { measureSpread } from './spread.ts';

const holding = (coinId: string, value: string | null) => ({ coinId, symbol: coinId, name: coinId, value });
const worth = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 30n }).map((digits) => new Exact(String(digits)).times('1e-40').toFixed()),
);

describe('the spread of a portfolio', () => {
  it('is 1 for a single coin', () => {
    expect(measureSpread([holding('a', '5')])).toMatchObject({ concentration: '1', equalHoldings: '1' });
  });

  it('is 1 over n for n coins of equal value', () => {
    const equal = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((coinId) => holding(coinId, '0.1'));
    expect(measureSpread(equal)).toMatchObject({ coins: 8, concentration: '0.125', equalHoldings: '8' });
  });

  it('is null without holdings or value', () => {
    expect(measureSpread([])).toBeNull();
    expect(measureSpread([holding('a', null), holding('b', '0')])).toBeNull();
  });

  it('is the sum of the squared shares and its inverse, exact to ten decimals', () => {
    /** `part` ÷ `whole` rounded half up to 10 decimals, as digits. */
    const divide = (part: bigint, whole: bigint) =>
      String((2n * part * 10n ** 10n + whole) / (2n * whole)).padStart(11, '0');
    const digitsOf = (text: string) => new Exact(text).times('1e10').toFixed().padStart(11, '0');
    fc.assert(
      fc.property(fc.array(worth, { minLength: 1, maxLength: 12 }), (values) => {
        const spread = measureSpread(values.map((value, index) => holding(`c${index}`, value)))!;
        const whole = values.map((value) => BigInt(new Exact(value).times('1e40').toFixed()));
        const total = whole.reduce((sum, value) => sum + value, 0n);
        const squares = whole.reduce((sum, value) => sum + value * value, 0n);
        expect(digitsOf(spread.concentration)).toBe(divide(squares, total * total));
        expect(digitsOf(spread.equalHoldings)).toBe(divide(total * total, squares));
        expect(new Exact(spread.equalHoldings).gte(1)).toBe(true);
        expect(new Exact(spread.equalHoldings).lte(values.length)).toBe(true);
        const [largest = 0n] = whole.toSorted((a, b) => (a < b ? 1 : -1));
        expect(new Exact(spread.largest.value).times('1e40').toFixed()).toBe(String(largest));
        expect(digitsOf(spread.largest.sharePercent)).toBe(
          `${(2n * largest * 10n ** 10n + total) / (2n * total)}00`.padStart(11, '0'),
        );
      }),
    );
  });

  it('depends neither on how a coin is split into holdings nor on their order', () => {
    const parts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), worth), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(parts, (pairs) => {
        const sums = new Map<string, Exact>();
        for (const [coinId, value] of pairs) sums.set(coinId, new Exact(value).plus(sums.get(coinId) ?? 0));
        const whole = [...sums].map(([coinId, value]) => holding(coinId, value.toFixed()));
        const { concentration } = measureSpread(whole)!;
        const split = pairs.toReversed().map(([coinId, value]) => holding(coinId, value));
        expect(measureSpread(split)).toMatchObject({ concentration, coins: whole.length });
      }),
    );
  });
});
