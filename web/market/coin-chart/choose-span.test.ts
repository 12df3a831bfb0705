import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RangeAccess } from '../chart/chart-ranges.ts';
import { chooseCandleSpan, chooseSpan, dayMs, planSpan } from './choose-span.ts';

const now = Date.parse('2024-12-19T10:44:55Z');
const withDays = (days: number | null | undefined): RangeAccess => ({
  days,
  describeLock: () => '',
  onLocked: () => {},
  onNearLocked: () => {},
});

describe('the requested span of history', () => {
  it.each([
    [0.5, 1],
    [3, 7],
    [20, 30],
    [31, 90],
    [200, 365],
    [4000, 'max'],
  ])('is the finest that reaches %d days back', (days, span) => {
    expect(chooseSpan(now - days * dayMs, now, withDays(null))).toBe(span);
  });

  it('never exceeds the plan', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9000, noNaN: true }),
        fc.constantFrom(7, 365, undefined),
        (back, days) => {
          const span = chooseSpan(now - back * dayMs, now, withDays(days));
          expect(span).toBeLessThanOrEqual(days ?? 7);
          const candles = chooseCandleSpan(now - back * dayMs, now, withDays(days));
          if (candles !== null) expect(candles).toBeLessThanOrEqual(days ?? 7);
        },
      ),
    );
  });

  it('has no candles beyond a year', () => {
    expect(chooseCandleSpan(now - 500 * dayMs, now, withDays(null))).toBeNull();
    expect(chooseCandleSpan(now - 60 * dayMs, now, withDays(null))).toBe(365);
    expect(planSpan(withDays(null))).toBe('max');
    expect(planSpan(withDays(undefined))).toBe(7);
  });
});
