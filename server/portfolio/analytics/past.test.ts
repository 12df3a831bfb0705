import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minDays } from '#contract/portfolio-analytics.ts';
import type { DailyValue } from './daily-values.ts';
import { describePast } from './past.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const lineOf = (values: readonly number[]): DailyValue[] =>
  values.map((value, index) => ({ day: start / dayMs + index, value }));
const dateOf = (index: number) => new Date(start + index * dayMs).toISOString().slice(0, 10);
const flat = (days: number) => Array.from({ length: days }, () => 100);
const daily = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), {
  minLength: minDays,
  maxLength: 40,
});

describe('the past of a portfolio', () => {
  it('needs a minimum number of days', () => {
    expect(describePast([])).toBeNull();
    expect(describePast(lineOf(flat(minDays - 1)))).toBeNull();
    expect(describePast(lineOf(flat(minDays)))).toMatchObject({
      days: minDays,
      from: dateOf(0),
      to: dateOf(13),
    });
  });

  it('has neither drawdown nor volatility if the value is constant', () => {
    expect(describePast(lineOf(flat(20)))).toMatchObject({
      maxDrawdown: { percent: 0, from: null, to: null },
      volatility: { daily: 0, annual: 0 },
      bestDay: { percent: 0 },
      worstDay: { percent: 0 },
    });
  });

  it('writes a negligible fall as plain zero', () => {
    expect(describePast(lineOf([...flat(13), 99.999_999_9]))?.maxDrawdown.percent).toBe(0);
  });

  it('dates a drawdown by its high and low, and a change by its day', () => {
    // From the first price of day 11 to the first of day 12: the rise is day 11's.
    expect(describePast(lineOf([...flat(10), 90, 80, 100, 100]))).toMatchObject({
      maxDrawdown: { percent: -20, from: dateOf(0), to: dateOf(11) },
      bestDay: { date: dateOf(11), percent: 25 },
      worstDay: { date: dateOf(10), percent: -11.1111 },
    });
  });

  it('does not count a change over a gap as a daily one', () => {
    const values = lineOf(Array.from({ length: 30 }, (_, index) => (index < 20 ? 100 : 200)));
    const gapped = values.filter((_, index) => index < 18 || index > 20);
    expect(describePast(gapped)?.bestDay.percent).toBe(0);
    expect(describePast(values)?.bestDay).toEqual({ date: dateOf(19), percent: 100 });
    // Twenty days, at most two in a row: ten changes, too few. Every second day: none.
    expect(describePast(values.filter((_, index) => index % 3 !== 2))).toBeNull();
    expect(describePast(values.filter((_, index) => index % 2 === 0))).toBeNull();
  });

  it('has the sample volatility of textbooks', () => {
    // Alternately up and down a tenth, seven and six times: mean 1/130, sum of squares 13/100 − 1/1300.
    const values = [100];
    for (let index = 0; index < 13; index += 1) values.push(values.at(-1)! * (index % 2 === 0 ? 1.1 : 0.9));
    const deviation = Math.sqrt((0.13 - 0.01 / 13) / 12) * 100;
    const { volatility } = describePast(lineOf(values))!;
    expect(volatility.daily).toBeCloseTo(deviation, 3);
    expect(volatility.annual).toBeCloseTo(deviation * Math.sqrt(365), 2);
  });

  it('finds the deepest fall between any two days', () => {
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
