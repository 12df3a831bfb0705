import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { chooseNameSide } from './name-side.ts';

/** 500 px wide and 100 px high, with prices as y and instants as x. */
const layOut = (line: readonly PricePoint[]) => ({
  line,
  candles: [],
  right: 500,
  toX: (instant: number) => instant,
  scale: { toY: (price: number) => 100 - price },
});
const name = { width: 120, height: 20, y: 50 };

describe('the name of a mark', () => {
  it('is at the left end of its line if the price is elsewhere', () => {
    expect(
      chooseNameSide(
        layOut([
          [0, 80],
          [500, 80],
        ]),
        name,
      ),
    ).toBe('left');
    expect(
      chooseNameSide(
        layOut([
          [0, 90],
          [250, 50],
          [500, 50],
        ]),
        name,
      ),
    ).toBe('left');
  });

  it('is at the right end if the price runs through the left one', () => {
    const falling = layOut([
      [0, 50],
      [200, 55],
      [300, 10],
      [500, 10],
    ]);
    expect(chooseNameSide(falling, name)).toBe('right');
    // A segment longer than the name, with both ends outside it.
    const steep = layOut([
      [-50, 0],
      [150, 100],
      [500, 100],
    ]);
    expect(chooseNameSide(steep, name)).toBe('right');
  });

  it('stays at the left if the price runs through both', () => {
    expect(
      chooseNameSide(
        layOut([
          [0, 50],
          [500, 50],
        ]),
        name,
      ),
    ).toBe('left');
  });

  it('avoids candles too, from their highest to their lowest price', () => {
    const candle = (x: number, high: number, low: number) => ({
      candle: [x, low, high, low, high] as Candle,
      x,
    });
    const layout = layOut([]);
    expect(chooseNameSide({ ...layout, candles: [candle(60, 70, 30)] }, name)).toBe('right');
    expect(chooseNameSide({ ...layout, candles: [candle(60, 90, 70)] }, name)).toBe('left');
    expect(chooseNameSide({ ...layout, candles: [candle(60, 70, 30), candle(450, 70, 30)] }, name)).toBe(
      'left',
    );
  });
});
