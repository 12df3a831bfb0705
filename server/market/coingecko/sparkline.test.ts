import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSparkline } from './sparkline.ts';

describe('cutSparkline', () => {
  it('keeps the first and the last of 169 points and 28 between', () => {
    const cut = cutSparkline(Array.from({ length: 169 }, (_, index) => index + 1));
    expect(cut).toHaveLength(30);
    expect([cut[0], cut[1], cut.at(-1)]).toEqual([1, 7, 169]);
  });

  it('drops non-prices and rounds to five digits', () => {
    expect(cutSparkline([1.234567, null, 'x', 0, -1, Number.NaN, 0.0000000567891])).toEqual([
      1.2346, 5.6789e-8,
    ]);
  });

  it('never returns more points than requested, or any that were not given', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-12, max: 1e9, noNaN: true })), (points) => {
        const cut = cutSparkline(points);
        expect(cut).toHaveLength(Math.min(30, points.length));
        const known = new Set(points.map((point) => Number(point.toPrecision(5))));
        expect(cut.every((point) => known.has(point))).toBe(true);
      }),
    );
  });
});
