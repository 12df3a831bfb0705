import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { fewestDays } from '#contract/portfolio-analytics.ts';
import { describePast } from './past.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const lineOf = (values: readonly number[]): PricePoint[] =>
  values.map((value, index) => [start + index * dayMs, value]);
const dateOf = (index: number) => new Date(start + index * dayMs).toISOString().slice(0, 10);
const flat = (days: number) => Array.from({ length: days }, () => 100);
const daily = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), {
  minLength: fewestDays,
  maxLength: 40,
});

describe('the past of a portfolio', () => {
  it('needs so many days', () => {
    expect(describePast([])).toBeNull();
    expect(describePast(lineOf(flat(fewestDays - 1)))).toBeNull();
    expect(describePast(lineOf(flat(fewestDays)))).toMatchObject({
      days: fewestDays,
      from: dateOf(0),
      to: dateOf(13),
    });
  });

  it('of what stands still has neither fall nor volatility', () => {
    expect(describePast(lineOf(flat(20)))).toMatchObject({
      maxDrawdown: { percent: 0, from: null, to: null },
      volatility: { daily: 0, annual: 0 },
      bestDay: { percent: 0 },
      worstDay: { percent: 0 },
    });
  });

  it('takes the value with which a day begins, whatever comes later in it', () => {
    const midnight = lineOf([...flat(10), 90, 80, 100, 100]);
    const withHours = midnight.flatMap(([time, value]): PricePoint[] => [
      [time, value],
      [time + dayMs / 2, value * 5],
    ]);
    expect(describePast(withHours)).toEqual(describePast(midnight));
    expect(describePast(midnight)?.maxDrawdown).toEqual({ percent: -20, from: dateOf(0), to: dateOf(11) });
  });

  it('counts no change over a gap as one of a day', () => {
    const values = lineOf(Array.from({ length: 30 }, (_, index) => (index < 20 ? 100 : 200)));
    const gapped = values.filter((_, index) => index < 18 || index > 20);
    expect(describePast(gapped)?.bestDay.percent).toBe(0);
    expect(describePast(values)?.bestDay).toEqual({ date: dateOf(20), percent: 100 });
    // Every second day: not one change of a day.
    expect(describePast(values.filter((_, index) => index % 2 === 0))).toBeNull();
  });

  it('has the volatility of a textbook’s sample', () => {
    // Up a tenth and down a tenth in turn, seven times up and six times down: mean 1/130, sum of squares 13/100 − 1/1300.
    const values = [100];
    for (let index = 0; index < 13; index += 1) values.push(values.at(-1)! * (index % 2 === 0 ? 1.1 : 0.9));
    const deviation = Math.sqrt((0.13 - 0.01 / 13) / 12) * 100;
    const { volatility } = describePast(lineOf(values))!;
    expect(volatility.daily).toBeCloseTo(deviation, 3);
    expect(volatility.annual).toBeCloseTo(deviation * Math.sqrt(365), 2);
  });

  it('finds the deepest fall among all pairs of days', () => {
    fc.assert(
      fc.property(daily, (values) => {
        let deepest = 0;
        values.forEach((high, from) => {
          for (const low of values.slice(from + 1)) deepest = Math.min(deepest, low / high - 1);
        });
        const { maxDrawdown, worstDay, bestDay } = describePast(lineOf(values))!;
        expect(maxDrawdown.percent).toBeLessThanOrEqual(0);
        expect(maxDrawdown.percent).toBeGreaterThanOrEqual(-100);
        expect(maxDrawdown.percent).toBeCloseTo(deepest * 100, 3);
        expect(worstDay.percent).toBeGreaterThanOrEqual(Math.min(maxDrawdown.percent, bestDay.percent));
        if (maxDrawdown.from) expect(maxDrawdown.from < maxDrawdown.to!).toBe(true);
      }),
    );
  });
});
