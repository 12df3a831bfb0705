import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { valueDaily } from './daily-values.ts';

const dayMs = 86_400_000;
const line = (amount: number, points: readonly (readonly [days: number, price: number])[]) => ({
  amount,
  points: points.map(([days, price]): PricePoint => [Math.round(days * dayMs), price]),
});

describe('the daily values of a portfolio', () => {
  it('are amounts times the first price of each day', () => {
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
    expect(valueDaily(held)).toEqual([
      { day: 10, value: 11 },
      { day: 11, value: 14 },
    ]);
  });

  it('are there on days on which every coin has a price of its own', () => {
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
    expect(valueDaily(held).map(({ day }) => day)).toEqual([10, 12]);
    expect([valueDaily([]), valueDaily([...held, line(1, [])])]).toEqual([[], []]);
  });

  it('leave out a day on which a price cannot be true', () => {
    const held = line(1e12, [
      [9, 1],
      [10, 1e300],
      [11, 5e-324],
      [12, 1],
    ]);
    expect(valueDaily([held]).map(({ day }) => day)).toEqual([9, 12]);
    expect(valueDaily([{ ...held, amount: 1e-18 }]).map(({ day }) => day)).toEqual([9, 12]);
  });
});
