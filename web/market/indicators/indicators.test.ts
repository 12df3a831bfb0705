import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { comparedLine } from './compared-line.ts';
import { movingAverage } from './moving-average.ts';
import { rsi } from './rsi.ts';

const toPoints = (prices: readonly number[]): PricePoint[] =>
  prices.map((price, index) => [index * 1000, price]);
const prices = fc.array(fc.double({ min: 1, max: 1e5, noNaN: true }), { maxLength: 120 });

describe('a moving average', () => {
  it('is the mean of the last points', () => {
    expect(movingAverage(toPoints([1, 2, 3, 4]), 3)).toEqual([
      [2000, 2],
      [3000, 3],
    ]);
    expect(movingAverage(toPoints([1, 2]), 3)).toEqual([]);
  });

  it('is between the lowest and the highest of them, and is their mean', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 30 }), (values, length) => {
        const averages = movingAverage(toPoints(values), length);
        expect(averages).toHaveLength(Math.max(0, values.length - length + 1));
        averages.forEach(([, average], index) => {
          const part = values.slice(index, index + length);
          const mean = part.reduce((sum, value) => sum + value, 0) / length;
          expect(Math.abs(average - mean)).toBeLessThanOrEqual(1e-6 * Math.max(...values));
        });
      }),
    );
  });
});

describe('the relative strength index', () => {
  // The worked example of Wilder's table, as published by StockCharts (ChartSchool, "RSI", cs-rsi.xls).
  const example = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
    46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ];

  it("agrees with Wilder's worked example", () => {
    const strengths = rsi(toPoints(example)).map(([, strength]) => strength);
    const published = [70.53, 66.32, 66.55, 69.41, 66.36, 57.97];
    for (const [index, strength] of strengths.entries()) expect(strength).toBeCloseTo(published[index]!, 1);
    expect(strengths).toHaveLength(published.length);
  });

  it('is from 0 to 100, and mirrored if gains and losses are swapped', () => {
    fc.assert(
      fc.property(prices, (values) => {
        const strengths = rsi(toPoints(values));
        const mirrored = rsi(toPoints(values.map((value) => 2e5 - value)));
        strengths.forEach(([, strength], index) => {
          expect(strength).toBeGreaterThanOrEqual(0);
          expect(strength).toBeLessThanOrEqual(100);
          expect(strength + mirrored[index]![1]).toBeCloseTo(100, 4);
        });
      }),
    );
  });

  it('is 100 without losses, 0 without gains and 50 without moves', () => {
    const count = Array.from({ length: 15 }, (_, index) => index + 1);
    expect(rsi(toPoints(count)).at(-1)![1]).toBe(100);
    expect(rsi(toPoints(count.toReversed())).at(-1)![1]).toBe(0);
    expect(rsi(toPoints(count.map(() => 5))).at(-1)![1]).toBe(50);
    expect(rsi(toPoints([1, 2, 3]))).toEqual([]);
  });
});

describe('a compared line', () => {
  it('starts at the price of this coin and moves by the same percentage as the other', () => {
    const line = comparedLine(toPoints([10, 20, 40]), toPoints([100, 200, 300]), 1000);
    expect(line).toEqual([
      [0, 10],
      [1000, 20],
      [2000, 30],
    ]);
  });

  it('is the same line if a coin is compared with itself', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1e5, noNaN: true }), { minLength: 2 }), (values) => {
        const points = toPoints(values);
        for (const [index, [, price]] of comparedLine(points, points, 0).entries()) {
          expect(price / points[index]![1]).toBeCloseTo(1, 9);
        }
      }),
    );
  });

  it('is empty if one of them has no price', () => {
    expect(comparedLine([], toPoints([1]), 0)).toEqual([]);
    expect(comparedLine(toPoints([1]), [], 0)).toEqual([]);
    expect(comparedLine(toPoints([1]), toPoints([1]), 5)).toEqual([]);
  });
});
