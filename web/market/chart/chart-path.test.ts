import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { areaPath, joinCandles, linePath, thinPoints, volumeBars } from './chart-path.ts';

const series = (prices: readonly number[]): PricePoint[] =>
  prices.map((price, index) => [index * 1000, price]);
const prices = fc.array(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 2000 });

describe('thinning', () => {
  it('keeps few points as they are', () => {
    const points = series([1, 2, 3]);
    expect(thinPoints(points, 400)).toBe(points);
  });

  it('keeps the ends, both extremes and the order, and at most the given number of points', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 10, max: 400 }), (values, max) => {
        const points = series(values);
        const thin = thinPoints(points, max);
        expect(thin.length).toBeLessThanOrEqual(Math.max(max, 4));
        expect(thin[0]).toEqual(points[0]);
        expect(thin.at(-1)).toEqual(points.at(-1));
        expect(Math.max(...thin.map(([, price]) => price))).toBe(Math.max(...values));
        expect(Math.min(...thin.map(([, price]) => price))).toBe(Math.min(...values));
        for (let index = 1; index < thin.length; index++) {
          expect(thin[index]![0]).toBeGreaterThan(thin[index - 1]![0]);
        }
      }),
    );
  });
});

describe('paths', () => {
  const x = (instant: number) => instant / 100;
  const y = (price: number) => 100 - price;

  it('draw a line through the points and close the area at the bottom', () => {
    expect(linePath(series([1, 2, 4]), x, y)).toBe('M0 99L10 98L20 96');
    expect(areaPath(series([1, 2, 4]), x, y, 100)).toBe('M0 99L10 98L20 96L20 100L0 100Z');
  });

  it('have no area below a single point', () => {
    expect(areaPath(series([1]), x, y, 100)).toBe('');
    expect(linePath([], x, y)).toBe('');
  });
});

describe('joining candles', () => {
  const candles: Candle[] = [
    [1, 10, 12, 9, 11],
    [2, 11, 15, 10, 14],
    [3, 14, 14, 6, 8],
  ];

  it('keeps open, close and extremes of each group and the newest group whole', () => {
    expect(joinCandles(candles, 2)).toEqual([
      [1, 10, 12, 9, 11],
      [3, 11, 15, 6, 8],
    ]);
  });

  it('does not join candles that fit', () => {
    expect(joinCandles(candles, 3)).toBe(candles);
  });
});

describe('volume bars', () => {
  it('are the means of equal stretches of time, without the empty ones', () => {
    const volumes: PricePoint[] = [
      [0, 10],
      [1, 20],
      [9, 5],
      [10, 7],
      [99, 1000],
    ];
    expect(volumeBars(volumes, 0, 10, 5)).toEqual([
      { from: 0, to: 2, value: 15 },
      { from: 8, to: 10, value: 6 },
    ]);
  });

  it('are empty if there is no time span', () => {
    expect(volumeBars([[1, 1]], 1, 1, 5)).toEqual([]);
  });
});
