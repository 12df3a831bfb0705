import { describe, expect, it } from 'vitest';
import { rsi } from './rsi.ts';

describe('the relative strength index', () => {
  it('is 75 if gains are three times the losses, 50 in balance, 100 and 0 at the ends', () => {
    expect(rsi([10, 13, 12], 2)).toEqual([undefined, undefined, 75]);
    expect(rsi([10, 11, 10], 2)[2]).toBe(50);
    expect(rsi([1, 2, 3], 2)[2]).toBe(100);
    expect(rsi([3, 2, 1], 2)[2]).toBe(0);
    expect(rsi([3, 3, 3], 2)[2]).toBe(50);
  });

  it('weights each later change by 1 / length', () => {
    // Averages 1.5 up and 0.5 down, then a rise of 1: (1.5 + 1) / 2 and 0.5 / 2.
    expect(rsi([10, 13, 12, 13], 2)[3]).toBeCloseTo((100 * 1.25) / 1.5, 10);
  });
});
