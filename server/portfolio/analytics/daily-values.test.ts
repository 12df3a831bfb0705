import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { valueDaily } from './daily-values.ts';

const dayMs = 86_400_000;
const line = (amount: number, points: readonly (readonly [days: number, price: number])[]) => ({
  amount,
  points: points.map(([days, price]): PricePoint => [Math.round(days * dayMs), price]),
});

describe('the daily values of a portfolio', () => {
  it('are amounts times the first price of each day', async () => {
    const held = [
      line(2, [
        [10, 5],
        [10.5, 500],
        [11, 6],
      ]),
      line(1, [
        [10, 1],
        [11.01, 2],
        [11.02, 200],
      ]),
    ];
    expect(await valueDaily(held)).toEqual([
      { day: 10, value: 11 },
      { day: 11, value: 14 },
    ]);
  });

  it('exist for days on which every coin has a price of its own', async () => {
    const held = [
      line(1, [
        [9, 1],
        [10, 1],
        [11, 1],
        [12, 1],
      ]),
      line(1, [
        [10, 7],
        [12, 9],
        [13, 9],
      ]),
    ];
    expect((await valueDaily(held)).map(({ day }) => day)).toEqual([10, 12]);
    expect([await valueDaily([]), await valueDaily([...held, line(1, [])])]).toEqual([[], []]);
  });

  it('leave out a day with an implausible price', async () => {
    const held = line(1e12, [
      [9, 1],
      [10, 1e300],
      [11, 5e-324],
      [12, 1],
    ]);
    expect((await valueDaily([held])).map(({ day }) => day)).toEqual([9, 12]);
    expect((await valueDaily([{ ...held, amount: 1e-18 }])).map(({ day }) => day)).toEqual([9, 12]);
  });

  it('yield to other calls, once per coin', async () => {
    const held = Array.from({ length: 250 }, () => line(1, [[9, 1]]));
    const [values, turns] = await countTurns(valueDaily(held));
    expect(values).toEqual([{ day: 9, value: 250 }]);
    expect(turns).toBeGreaterThanOrEqual(240);
  });
});
