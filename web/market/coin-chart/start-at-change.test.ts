import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { rangeChange } from '../chart/chart-layout.ts';
import { candleWidth, endAtPrice, followCandles, isApart, startAtChange } from './start-at-change.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
const start = Date.parse('2024-12-12T10:00:00Z');
const prices = fc
  .array(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), { minLength: 169, maxLength: 169 })
  .map((values) => values.map((value, index): PricePoint => [start + index * hour, value]));
const percents = fc.double({ min: -99, max: 5000, noNaN: true });

describe('a line between two known figures', () => {
  it('changes by exactly the percentage in the list', () => {
    fc.assert(
      fc.property(
        prices,
        percents,
        fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
        (series, percent, price) => {
          const ended = endAtPrice(series, [start + 168.2 * hour, price]);
          const line = startAtChange(ended, { percent, span: week });
          expect(line.at(-1)![1]).toBe(price);
          expect(rangeChange(line)).toBeCloseTo(percent, 6);
          expect(line.every(([at], index) => index === 0 || at > line[index - 1]![0])).toBe(true);
        },
      ),
    );
  });

  it('ends at a price that is slightly older than its last point', () => {
    const series: PricePoint[] = [0, 10, 20, 30].map((at) => [at * hour, at]);
    expect(endAtPrice(series, [29 * hour, 7])).toEqual([...series.slice(0, 3), [29 * hour, 7]]);
    expect(endAtPrice(series, [20 * hour, 7])).toBe(series);
    expect(endAtPrice(series, [60 * hour, 7])).toBe(series);
    expect(endAtPrice([], [60 * hour, 7])).toEqual([]);
  });

  it('is apart from a price that is much older or newer than its last point', () => {
    const series: PricePoint[] = [0, 10, 20, 30].map((at) => [at * hour, at]);
    const isApartAt = (at: number) => isApart(series, [at * hour, 7]);
    expect([-1, 26, 27, 33, 34].map(isApartAt)).toEqual([true, true, false, false, true]);
    expect(isApart([], [0, 7])).toBe(false);
  });

  it('keeps its start if the change is unknown or the coin is younger', () => {
    const series: PricePoint[] = [0, 10, 20, 30].map((at) => [at * hour, at]);
    expect(startAtChange(series, { percent: null, span: 30 * hour })).toBe(series);
    expect(startAtChange(series, { percent: -100, span: 30 * hour })).toBe(series);
    expect(startAtChange(series, { percent: 5, span: week })).toBe(series);
  });
});

describe('candles that follow the stream', () => {
  const candles: Candle[] = [
    [4 * hour, 10, 12, 9, 11],
    [8 * hour, 11, 13, 10, 12],
    [9 * hour, 12, 12.5, 11.5, 12],
  ];

  it('widen the open candle', () => {
    expect(followCandles(candles, [10 * hour, 14]).at(-1)).toEqual([10 * hour, 12, 14, 11.5, 14]);
    expect(followCandles(candles, [12 * hour, 11]).at(-1)).toEqual([12 * hour, 12, 12.5, 11, 11]);
  });

  it('open the next one after the last has closed, at its close', () => {
    const followed = followCandles(candles, [12.5 * hour, 11]);
    expect(followed).toHaveLength(4);
    expect(followed.at(-1)).toEqual([12.5 * hour, 12, 12, 11, 11]);
  });

  it('do not change for a price that is older or far away', () => {
    expect(followCandles(candles, [8.5 * hour, 99])).toBe(candles);
    expect(followCandles(candles, [90 * hour, 99])).toBe(candles);
    expect(followCandles(candles.slice(0, 1), [5 * hour, 99])).toHaveLength(1);
    expect(candleWidth(candles)).toBe(4 * hour);
    expect(candleWidth([])).toBeNull();
  });

  it('keep every candle valid, whatever the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.double({ min: 0.1, max: 99, noNaN: true }),
        (at, price) => {
          for (const [, open, high, low, close] of followCandles(candles, [at * hour, price])) {
            expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
            expect(low).toBeLessThanOrEqual(Math.min(open, close));
          }
        },
      ),
    );
  });
});
