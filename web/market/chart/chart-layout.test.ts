import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { labelWidth } from './chart-labels.ts';
import { layOutChart, rangeChange } from './chart-layout.ts';

const start = Date.parse('2024-12-12T10:44:55Z');
const hour = 3_600_000;
const series = (prices: readonly number[]): PricePoint[] =>
  prices.map((price, index) => [start + index * hour, price]);
const layOut = (prices: readonly number[], width = 822, height = 340) =>
  layOutChart({ points: series(prices) }, width, height, 'utc');

/** Prices around one magnitude, like a coin's. */
const coinPrices = fc
  .tuple(
    fc.double({ min: -11, max: 12, noNaN: true }),
    fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 1, maxLength: 200 }),
  )
  .map(([magnitude, factors]) => factors.map((factor) => factor * 10 ** magnitude));
const boxes = fc.record({ width: fc.integer({ min: 230, max: 2000 }), height: fc.constantFrom(250, 340) });

describe('a chart', () => {
  it('keeps every price and mark within its box and below the tooltip, at any width and magnitude', () => {
    fc.assert(
      fc.property(coinPrices, boxes, (prices, { width, height }) => {
        const layout = layOut(prices, width, height)!;
        for (const price of prices) {
          expect(layout.y(price)).toBeGreaterThanOrEqual(55.9);
          expect(layout.y(price)).toBeLessThanOrEqual(layout.bottom);
        }
        expect(layout.right).toBeGreaterThan(width * 0.4);
        for (const mark of [layout.high, layout.low]) {
          if (!mark) continue;
          expect(mark.x - labelWidth(mark.text) / 2).toBeGreaterThanOrEqual(-0.01);
          expect(mark.x + labelWidth(mark.text) / 2).toBeLessThanOrEqual(layout.right + 0.01);
        }
      }),
    );
  });

  it('goes from left to right', () => {
    fc.assert(
      fc.property(coinPrices, boxes, (prices, { width, height }) => {
        const { points, x, right } = layOut(prices, width, height)!;
        const xs = points.map(([instant]) => x(instant));
        expect(xs.at(-1)).toBeCloseTo(right, 6);
        for (let index = 1; index < xs.length; index++) expect(xs[index]).toBeGreaterThan(xs[index - 1]!);
      }),
    );
  });

  it('gives the price axis the room its labels need', () => {
    fc.assert(
      fc.property(coinPrices, fc.integer({ min: 300, max: 2000 }), (prices, width) => {
        const layout = layOut(prices, width)!;
        for (const { value, isMajor } of layout.priceTicks) {
          if (isMajor)
            expect(layout.right + 14 + labelWidth(layout.tickText(value))).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it('writes its last price one digit finer than the price axis', () => {
    const layout = layOut([100_640, 99_362, 108_135, 102_496.22])!;
    expect(layout.last.text).toBe('$102,496');
    expect(layout.high?.text).toBe('High $108,135');
    expect(layout.low?.text).toBe('Low $99,362');
  });

  it('is tinted by its own change, or not at all if that rounds to zero', () => {
    expect(layOut([1, 2])?.variant).toBe('default');
    expect(layOut([2, 1])?.variant).toBe('destructive');
    expect(layOut([1, 1.2, 1.00001])?.variant).toBe('none');
  });

  it('of a flat series has a level line in the middle, without marks', () => {
    const layout = layOut([1, 1, 1])!;
    expect(layout.high).toBeNull();
    expect(layout.low).toBeNull();
    expect(layout.last.y).toBeGreaterThan(100);
    expect(layout.last.y).toBeLessThan(240);
    expect(layout.priceTicks.filter(({ isMajor }) => isMajor).length).toBeGreaterThanOrEqual(2);
  });

  it('of one point is drawn at the price axis; without points, none is drawn', () => {
    const layout = layOut([5])!;
    expect(layout.x(start)).toBe(layout.right);
    expect(layout.timeTicks).toEqual([]);
    expect(layOut([])).toBeNull();
    expect(layOut([5, 6], 0)).toBeNull();
  });

  it('draws volumes as bars that end on the time axis', () => {
    const points = series([1, 2, 3, 4]);
    const volumes: PricePoint[] = points.map(([instant], index) => [instant, 10 + index]);
    const layout = layOutChart({ points, volumes }, 822, 340, 'utc')!;
    expect(layout.bars).toHaveLength(4);
    for (const bar of layout.bars) expect(bar.y + bar.height).toBeCloseTo(layout.bottom, 6);
    expect(layout.bars.at(-1)!.height).toBeGreaterThan(layout.bars[0]!.height);
  });

  it('reserves the full slot of a newest candle that has not closed', () => {
    const closes = [start, start + 4 * hour, start + 8 * hour, start + 8.5 * hour];
    const candles = closes.map((at): Candle => [at, 10, 12, 8, 11]);
    const points = closes.map((at): PricePoint => [at, 11]);
    const { candleX, right, x } = layOutChart({ points, candles }, 822, 340, 'utc')!;
    expect([0, 1, 2, 3].map((index) => candleX(index) / right)).toEqual([0.125, 0.375, 0.625, 0.875]);
    expect(x(start)).toBeCloseTo(right / 4, 6);
  });

  it('takes highs and lows from the candles, and joins candles that would be too close', () => {
    const candles: Candle[] = Array.from({ length: 400 }, (_, index) => [
      start + index * hour,
      10,
      12 + index,
      8,
      11,
    ]);
    const points: PricePoint[] = candles.map(([instant, , , , close]) => [instant, close]);
    const layout = layOutChart({ points, candles }, 302, 250, 'utc')!;
    expect(layout.high?.text).toContain('411');
    expect(layout.candles.length).toBeLessThanOrEqual(layout.right / 4);
    expect(layout.x(candles[0]![0])).toBeGreaterThan(0);
  });
});

describe('a chart in percent', () => {
  it('shows every figure as a change from the first, and none in money', () => {
    fc.assert(
      fc.property(coinPrices, boxes, (prices, { width, height }) => {
        const points = series(prices.map((price) => (price / prices[0]!) * 100));
        const layout = layOutChart({ points, unit: 'percent' }, width, height, 'utc')!;
        const texts = [
          ...layout.priceTicks.map(({ value }) => layout.tickText(value)),
          ...points.flatMap(([, value]) => [layout.readoutText(value), layout.priceText(value)]),
          layout.last.text,
        ];
        for (const text of texts) expect(text).toMatch(/^[+-]?[\d,]+(\.\d+)?%$/);
        for (const text of texts) expect(text).not.toMatch(/^[+-][0.]+%$/);
        expect(layout.priceText(100)).toBe('0.00%');
      }),
    );
  });

  it('signs its ticks on both sides of the start', () => {
    const points = series([100, 90, 120]);
    const { priceTicks, tickText } = layOutChart({ points, unit: 'percent' }, 822, 340, 'utc')!;
    const texts = priceTicks.filter(({ isMajor }) => isMajor).map(({ value }) => tickText(value));
    expect(texts).toEqual(expect.arrayContaining(['-10%', '0%', '+10%', '+20%']));
  });
});

describe('the change over a range', () => {
  it('is the percentage from the first to the last price', () => {
    expect(rangeChange(series([80, 300, 100]))).toBe(25);
  });

  it('is unknown for a single point or from zero', () => {
    expect(rangeChange(series([80]))).toBeNull();
    expect(rangeChange(series([0, 80]))).toBeNull();
  });
});
