import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pagesOf, rangeInView } from './row-range.ts';

it('Every row in view is rendered, and few others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: -5_000, max: 6_000_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      (total, top, height) => {
        const { first, end } = rangeInView(total, 56, top, height);
        const seen = Array.from(
          { length: Math.ceil(height / 56) },
          (_, index) => Math.floor(top / 56) + index,
        );
        for (const row of seen) if (row >= 0 && row < total) expect(row >= first && row < end).toBe(true);
        expect(first >= 0 && end <= total && first <= end).toBe(true);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(height / 56) + 26);
      },
    ),
  );
});

it('A range spans one page or adjacent ones', () => {
  expect(pagesOf({ first: 0, end: 40 }, 500)).toEqual([0]);
  expect(pagesOf({ first: 480, end: 501 }, 500)).toEqual([0, 1]);
  expect(pagesOf({ first: 500, end: 1000 }, 500)).toEqual([1]);
  expect(pagesOf({ first: 7, end: 7 }, 500)).toEqual([]);
});
