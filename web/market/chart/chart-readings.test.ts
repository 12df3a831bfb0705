import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { layOutChart } from './chart-layout.ts';
import { listReadings, readingAfterKey } from './chart-readings.ts';

describe('keys on a chart', () => {
  it.each([
    ['ArrowLeft', null, 9],
    ['ArrowLeft', 9, 8],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 8, 9],
    ['ArrowRight', 9, 9],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['PageDown', 5, 4],
    ['Escape', 5, null],
    ['Escape', null, undefined],
    ['Tab', 5, undefined],
  ])('%s at %s goes to %s', (key, active, next) => {
    expect(readingAfterKey(key, active, 10)).toBe(next);
  });
});

describe('readings', () => {
  const points: PricePoint[] = [
    [1000, 5],
    [2000, 6],
    [3000, 7],
  ];

  it('include the volume nearest in time', () => {
    const layout = layOutChart({ points }, 822, 340, 'utc')!;
    const readings = listReadings(points, [[1900, 80]], layout);
    expect(readings.map(({ price, volume }) => [price, volume])).toEqual([
      [5, 80],
      [6, 80],
      [7, 80],
    ]);
    expect(readings[2]?.x).toBe(layout.right);
    expect(listReadings(points, [], layout)[0]?.volume).toBeNull();
  });

  it('have no volume where none is near, as before the archive has any', () => {
    const day = 86_400_000;
    const prices: PricePoint[] = [0, 1, 2, 3, 500].map((days) => [days * day, 5]);
    const volumes: PricePoint[] = [
      [2 * day, 70],
      [3 * day, 80],
    ];
    const layout = layOutChart({ points: prices, volumes }, 822, 340, 'utc')!;
    expect(listReadings(prices, volumes, layout).map(({ volume }) => volume)).toEqual([
      null,
      70,
      70,
      80,
      null,
    ]);
  });

  it('of candles are in the middle of each body', () => {
    const candles: Candle[] = points.map(([instant, price]) => [instant, price, price + 1, price - 1, price]);
    const layout = layOutChart({ points, candles }, 822, 340, 'utc')!;
    const readings = listReadings(points, [], layout);
    expect(readings).toHaveLength(3);
    expect(readings[0]!.x).toBeCloseTo(layout.right / 6, 6);
    expect(readings[0]!.candle).toEqual([1000, 5, 6, 4, 5]);
  });
});
