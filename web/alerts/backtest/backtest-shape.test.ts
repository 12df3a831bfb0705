import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { shapeBacktest, size } from './backtest-shape.ts';

const prices: PricePoint[] = [
  [0, 10],
  [50, 20],
  [100, 10],
];

describe('the picture of a backtest', () => {
  it('draws the prices, the threshold among them, and where it was crossed', () => {
    expect(shapeBacktest(prices, 15, [50])).toEqual({
      path: 'M0 60L190 6L380 60',
      level: 33,
      marks: [{ x: 190, y: 33 }],
    });
  });

  it('marks the line itself where the threshold is no price, or far from all', () => {
    for (const threshold of [null, 1000])
      expect(shapeBacktest(prices, threshold, [60])).toMatchObject({
        level: null,
        marks: [{ x: 228, y: 6 }],
      });
  });

  it('makes room for a threshold beyond the prices', () => {
    const shape = shapeBacktest(prices, 25, []);
    expect(shape).toMatchObject({ path: 'M0 60L190 24L380 60', level: 6 });
  });

  it('leaves out what lies outside', () => {
    expect(shapeBacktest(prices, 15, [-1, 101])?.marks).toEqual([]);
  });

  it('is nothing without two points', () => {
    expect([shapeBacktest([], 1, []), shapeBacktest([[0, 10]], 1, [])]).toEqual([null, null]);
  });

  it('stays in its box, whatever the prices', () => {
    const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 500 }), price, (list, threshold) => {
        const shape = shapeBacktest(
          list.map((value, hour) => [hour, value]),
          threshold,
          [0, list.length - 1],
        );
        const heights = [...shape!.path.matchAll(/ ([\d.-]+)/g)].map(([, y]) => Number(y));
        const ys = [...heights, ...shape!.marks.map(({ y }) => y), shape!.level ?? 0];
        expect(heights.length).toBeLessThanOrEqual(192);
        expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...ys)).toBeLessThanOrEqual(size.height);
      }),
    );
  });
});
