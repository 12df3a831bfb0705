import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { AlertOracle } from '../../../tests/support/alerts/alert-oracle.ts';
import { runBacktest } from './backtest.ts';

const hour = 3_600_000;
const hourly = (prices: readonly number[]): PricePoint[] => prices.map((price, at) => [at * hour, price]);
const above = { condition: 'price_above', threshold: '100', repeat: 'once', cooldown_minutes: 60 } as const;

describe('A backtest', () => {
  it('counts each crossing, not how long the condition held', () => {
    const history = hourly([90, 101, 102, 99, 100, 98]);
    expect(runBacktest(history, above, 0)).toEqual({
      firings: [
        { at: 1 * hour, price: 101, change: null },
        { at: 4 * hour, price: 100, change: null },
      ],
      from: 0,
      to: 5 * hour,
      points: 6,
    });
  });

  it('counts nothing for a condition that held from the start', () => {
    expect(runBacktest(hourly([120, 110, 130]), above, 0).firings).toEqual([]);
  });

  it('of a repeating alert skips crossings during the cooldown', () => {
    const history = hourly([90, 101, 99, 101, 99, 101]);
    const every = { ...above, repeat: 'every', cooldown_minutes: 180 } as const;
    expect(runBacktest(history, every, 0).firings.map(({ at }) => at / hour)).toEqual([1, 5]);
    const soon = { ...every, cooldown_minutes: 120 };
    expect(runBacktest(history, soon, 0).firings.map(({ at }) => at / hour)).toEqual([1, 3, 5]);
  });

  it('covers only the requested span, and arms at its first point', () => {
    const history = hourly([101, 90, 101, 90, 101]);
    const { firings, from, points } = runBacktest(history, above, 2 * hour);
    expect(firings.map(({ at }) => at / hour)).toEqual([4]);
    expect([from, points]).toEqual([2 * hour, 3]);
  });

  it('takes the 24h change from the history, interpolated between points', () => {
    const history: PricePoint[] = [
      [0, 100],
      [2 * hour, 200],
      [25 * hour, 180],
      [26 * hour, 300],
      [27 * hour, 100],
    ];
    const rise = { ...above, condition: 'change_24h_above', threshold: '50' } as const;
    expect(runBacktest(history, rise, 24 * hour).firings).toEqual([
      { at: 26 * hour, price: 300, change: 50 },
    ]);
    const fall = { ...above, condition: 'change_24h_below', threshold: '-49' } as const;
    const [fallen] = runBacktest(history, fall, 24 * hour).firings;
    expect(fallen).toMatchObject({ at: 27 * hour, price: 100 });
    // Interpolated between 200 at the second hour and 180 at the twenty-fifth.
    expect(fallen!.change).toBeCloseTo((100 / (200 - 20 / 23) - 1) * 100, 4);
  });

  it('of a change does not fire in the first day of a history', () => {
    const rise = { ...above, condition: 'change_24h_above', threshold: '5' } as const;
    expect(runBacktest(hourly([100, 200, 100, 200]), rise, 0).firings).toEqual([]);
  });

  it('skips points without a price', () => {
    expect(runBacktest(hourly([90, 0, 101]), above, 0).firings).toHaveLength(1);
    expect(runBacktest([], above, 0)).toEqual({ firings: [], from: null, to: null, points: 0 });
  });

  it('returns what the alert would have done, quote by quote', () => {
    const anyPrices = fc.array(fc.integer({ min: 95, max: 105 }), { minLength: 1, maxLength: 200 });
    const anyCondition = fc.constantFrom('price_above', 'price_below');
    fc.assert(
      fc.property(
        anyPrices,
        anyCondition,
        fc.integer({ min: 60, max: 600 }),
        (prices, condition, minutes) => {
          const history = hourly(prices);
          const oracle = new AlertOracle();
          oracle.add({
            ...{ key: 1, coinId: 'bitcoin', condition, threshold: '100', cooldownMs: minutes * 60_000 },
            ...{ armedAsOf: -1, armedFigure: null, shouldFireIfTrue: false },
          });
          const expected = history.flatMap(([asOf, price]) => {
            const quotes = new Map([['bitcoin', { price, change: null }]]);
            return oracle.evaluate({ source: 'coingecko', asOf, quotes }).map(({ by }) => by);
          });
          const alert = { condition, threshold: '100', repeat: 'every', cooldown_minutes: minutes } as const;
          expect(runBacktest(history, alert, 0).firings.map(({ at }) => at)).toEqual(expected);
        },
      ),
    );
  });
});
