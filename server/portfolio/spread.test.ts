import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exact } from './exact.ts';
import { measureSpread } from './spread.ts';

const holding = (coinId: string, value: string | null) => ({ coinId, symbol: coinId, name: coinId, value });
const worth = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 30n }).map((digits) => new Exact(String(digits)).times('1e-40').toFixed()),
);

describe('the spread of a portfolio', () => {
  it('is that of a coin alone: 1', () => {
    expect(measureSpread([holding('a', '5')])).toMatchObject({ concentration: '1', equalHoldings: '1' });
  });

  it('is 1 over n where n are worth the same', () => {
    const equal = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((coinId) => holding(coinId, '0.1'));
    expect(measureSpread(equal)).toMatchObject({ coins: 8, concentration: '0.125', equalHoldings: '8' });
  });

  it('of nothing, or of what is worth nothing, is not there', () => {
    expect(measureSpread([])).toBeNull();
    expect(measureSpread([holding('a', null), holding('b', '0')])).toBeNull();
  });

  it('lies between 1 over n and 1, and the largest share is its coin’s', () => {
    fc.assert(
      fc.property(fc.array(worth, { minLength: 1, maxLength: 12 }), (values) => {
        const spread = measureSpread(values.map((value, index) => holding(`c${index}`, value)))!;
        const least = new Exact(1).div(values.length).toDecimalPlaces(10, Exact.ROUND_DOWN);
        expect(new Exact(spread.concentration).gte(least)).toBe(true);
        expect(new Exact(spread.concentration).lte(1)).toBe(true);
        expect(new Exact(spread.equalHoldings).gte(1)).toBe(true);
        expect(new Exact(spread.equalHoldings).lte(values.length)).toBe(true);
        expect(spread.largest.value).toBe(Exact.max(...values).toFixed());
        const squares = values.map((value) => new Exact(value).div(Exact.sum(...values)).pow(2));
        expect(
          Exact.sum(...squares)
            .minus(spread.concentration)
            .abs()
            .lte('5.1e-11'),
        ).toBe(true);
      }),
    );
  });

  it('does not mind how a coin’s value lies in several holdings, nor their order', () => {
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
