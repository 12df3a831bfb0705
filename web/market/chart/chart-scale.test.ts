import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearScale, nearestIndex, priceDomain, valueExtent } from './chart-scale.ts';

describe('the extent of values', () => {
  it('is null without values', () => {
    expect(valueExtent([])).toBeNull();
  });

  it('is flat if all are practically equal', () => {
    expect(valueExtent([1, 1, 1])?.isFlat).toBe(true);
    expect(valueExtent([1e12, 1e12 + 1])?.isFlat).toBe(true);
    expect(valueExtent([0.9999, 1.0001])?.isFlat).toBe(false);
  });
});

describe('the price domain', () => {
  const heights = { top: 14, highY: 56, lowY: 270, bottom: 314 };

  it('puts the lowest and the highest price at their heights', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-11, max: 1e12, noNaN: true }),
        fc.double({ min: 1e-3, max: 0.99, noNaN: true }),
        (high, part) => {
          const low = high * (1 - part);
          const y = linearScale(priceDomain({ low, high, isFlat: false }, heights), [
            heights.bottom,
            heights.top,
          ]);
          expect(y(low)).toBeCloseTo(heights.lowY, 3);
          expect(y(high)).toBeCloseTo(heights.highY, 3);
        },
      ),
    );
  });

  it('puts a flat series in the middle', () => {
    const y = linearScale(priceDomain({ low: 1, high: 1, isFlat: true }, heights), [
      heights.bottom,
      heights.top,
    ]);
    expect(y(1)).toBeCloseTo((heights.lowY + heights.highY) / 2, 6);
  });
});

describe('the nearest point', () => {
  it('is the one that a linear search finds', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(keys, fc.integer({ min: -100, max: 10_100 }), (unsorted, target) => {
        const sorted = [...unsorted].sort((a, b) => a - b);
        const found = sorted[nearestIndex(sorted, (key) => key, target)]!;
        const best = Math.min(...sorted.map((key) => Math.abs(key - target)));
        expect(Math.abs(found - target)).toBe(best);
      }),
    );
  });

  it('is -1 without points', () => {
    expect(nearestIndex([], Number, 5)).toBe(-1);
  });
});
