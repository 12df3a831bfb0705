import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { valueOverTime } from './value-over-time.ts';

const holding = (amount: number, ...points: readonly PricePoint[]) => ({ amount, points });

describe('the value of a portfolio over time', () => {
  it('adds up amounts times prices', () => {
    const line = valueOverTime([holding(2, [1, 10], [2, 20]), holding(1, [1, 5], [2, 6])]);
    expect(line).toEqual([
      [1, 25],
      [2, 46],
    ]);
  });

  it('begins where every coin has a price', () => {
    const line = valueOverTime([holding(1, [1, 10], [2, 20], [3, 30], [4, 40]), holding(1, [3, 1], [4, 2])]);
    expect(line).toEqual([
      [3, 31],
      [4, 42],
    ]);
  });

  it('keeps the last price of a coin that has fewer points', () => {
    const line = valueOverTime([holding(1, [1, 10], [2, 20], [3, 30]), holding(1, [0, 1], [3, 2])]);
    expect(line).toEqual([
      [1, 11],
      [2, 21],
      [3, 32],
    ]);
  });

  it('is empty without coins', () => {
    expect(valueOverTime([])).toEqual([]);
    expect(valueOverTime([holding(1)])).toEqual([]);
  });

  it('ends with the final value, whatever the instants before it', () => {
    const end = 1000;
    const line = fc
      .tuple(
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.uniqueArray(fc.nat({ max: end - 1 }), { maxLength: 20 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
      )
      .map(([amount, times, last]) => ({
        amount,
        points: [
          ...times.toSorted((a, b) => a - b).map((time): PricePoint => [time, 1]),
          [end, last] as PricePoint,
        ],
      }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const values = valueOverTime(lines);
        const [time, value] = values.at(-1)!;
        expect(time).toBe(end);
        expect(value).toBeCloseTo(
          lines.reduce((sum, one) => sum + one.amount * one.points.at(-1)![1], 0),
          6,
        );
        expect(values.map(([at]) => at)).toEqual(values.map(([at]) => at).toSorted((a, b) => a - b));
      }),
    );
  });
});
