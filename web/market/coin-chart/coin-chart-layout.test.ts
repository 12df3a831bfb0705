import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { currencyOf, usDollars } from '#web/lib/money/currency.ts';
import { labelWidth } from '../chart/chart-labels.ts';
import { type CoinChartData, layOutCoinChart, pointsWithin, sizes } from './coin-chart-layout.ts';
import { countReadings, readAt, readingIndexAt } from './coin-chart-reading.ts';
import type { ScaleMark } from './scale/scale-marks.ts';

const start = Date.parse('2024-12-12T10:00:00Z');
const hour = 3_600_000;
const toPoints = (prices: readonly number[]): PricePoint[] =>
  prices.map((price, index) => [start + index * hour, price]);
const now = (price: number): ScaleMark => ({ key: 'price', kind: 'price', price, name: '', note: '' });

function layOut(prices: readonly number[], change: Partial<CoinChartData> = {}, settings = {}) {
  const points = toPoints(prices);
  return layOutCoinChart(
    {
      points,
      candles: [],
      volumes: points,
      lines: [],
      marks: [now(prices.at(-1) ?? 1)],
      dayRange: null,
      currency: usDollars,
      ...change,
    },
    {
      width: 1162,
      height: 512,
      window: { from: start, to: start + (prices.length - 1) * hour },
      isLog: false,
      hasRsi: false,
      percentFrom: null,
      zone: 'utc',
      ...settings,
    },
  );
}

const series = fc
  .tuple(
    fc.double({ min: -11, max: 9, noNaN: true }),
    fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 2, maxLength: 200 }),
  )
  .map(([magnitude, factors]) => factors.map((factor) => factor * 10 ** magnitude));

describe('the coin chart', () => {
  it('keeps every price within its plot, below the band reserved for the crosshair’s note, whatever the marks, width and scale', () => {
    fc.assert(
      fc.property(
        series,
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 6 }),
        fc.constantFrom([360, 372], [728, 512], [1162, 512]),
        fc.boolean(),
        (prices, factors, [width, height], isLog) => {
          const last = prices.at(-1)!;
          const marks = factors.map(
            (factor, index): ScaleMark => ({
              key: String(index),
              kind: 'alert',
              price: last * factor,
              name: 'Alert',
              note: '',
            }),
          );
          const layout = layOut(prices, { marks: [now(last), ...marks] }, { width, height, isLog })!;
          for (const [, price] of layout.visible) {
            expect(layout.scale.toY(price)).toBeGreaterThanOrEqual(51.9);
            expect(layout.scale.toY(price)).toBeLessThanOrEqual(layout.plotBottom - 19.9);
          }
          expect(layout.timeTicks.length).toBeLessThanOrEqual(7);
          expect(layout.line.length).toBeLessThanOrEqual(Math.max(layout.right, 200));
        },
      ),
    );
  });

  it('has the sizes given by the design', () => {
    const wide = layOut([1, 2, 3])!;
    expect([wide.plotBottom, wide.volumeBottom, wide.axisTop]).toEqual([440, 488, 488]);
    expect(wide.right).toBe(1162 - sizes.axis);
    // A currency code and eight decimals need a wider axis.
    const inBitcoin = layOut([1, 2, 3], { currency: currencyOf('btc') })!;
    expect(inBitcoin.right).toBeLessThan(wide.right - 30);
    expect(inBitcoin.readoutText(1.5)).toBe('BTC\u00a01.50000000');
    const narrow = layOut([1, 2, 3], {}, { width: 360, height: 372 })!;
    expect([narrow.plotBottom, narrow.right]).toEqual([300, 274]);
    const withRsi = layOut([1, 2, 3], {}, { hasRsi: true, height: 584 })!;
    expect([withRsi.plotBottom, withRsi.volumeBottom, withRsi.axisTop]).toEqual([440, 488, 560]);
  });

  it.each([
    ['usd', 0.000_017_28],
    ['usd', 0.000_007_62],
    ['eur', 0.000_014_7],
    ['btc', 0.037_5],
    ['usd', 56_772],
  ])('on a phone, has room for every price on its axis, in %s around %s', (code, price) => {
    const layout = layOut(
      [price * 0.95, price * 1.05, price],
      { currency: currencyOf(code), marks: [now(price)] },
      { width: 360, height: 372 },
    )!;
    const texts = [
      layout.readoutText(price),
      ...layout.priceTicks.map((tick) => layout.tickText(tick.value)),
    ];
    for (const text of texts) expect(layout.right + 15 + labelWidth(text)).toBeLessThanOrEqual(360);
  });

  it('widens its scale for a nearby mark and docks a distant one; a phone docks only the cost', () => {
    const mark = (key: string, kind: ScaleMark['kind'], price: number) => ({
      key,
      kind,
      price,
      name: key,
      note: '',
    });
    const marks = [now(110), mark('near', 'alert', 95), mark('far', 'alert', 10), mark('cost', 'cost', 5)];
    const wide = layOut([100, 120, 110], { marks })!;
    expect(wide.marks.map(({ key, dock }) => [key, dock])).toEqual([
      ['price', null],
      ['near', null],
      ['far', 'bottom'],
      ['cost', 'bottom'],
    ]);
    const narrow = layOut([100, 120, 110], { marks }, { width: 360, height: 372 })!;
    expect(narrow.marks.map(({ key }) => key)).toEqual(['price', 'near', 'cost']);
  });

  it('draws only what is in the window, at most one point per pixel', () => {
    const prices = Array.from({ length: 20_000 }, (_, index) => 100 + Math.sin(index));
    const layout = layOut(prices)!;
    expect(layout.line.length).toBeLessThanOrEqual(layout.right);
    const window = { from: start + 100 * hour, to: start + 110 * hour };
    const zoomed = layOut(prices, {}, { window })!;
    expect(zoomed.visible).toHaveLength(11);
    expect(zoomed.line).toHaveLength(13);
    expect(pointsWithin(toPoints([1, 2, 3]), { from: 0, to: 1 }, 0)).toEqual([]);
  });

  it('centres each candle on its interval, and finds the one under the pointer', () => {
    const candles: Candle[] = [4, 8, 12, 14].map((closed) => [start + closed * hour, 10, 12, 9, 11]);
    const layout = layOut(
      Array.from({ length: 15 }, () => 10),
      { candles },
    )!;
    expect(layout.candles.map(({ x }) => Math.round(x / (layout.right / 14)))).toEqual([2, 6, 10, 13]);
    expect(countReadings(layout)).toBe(4);
    expect(readingIndexAt(layout, layout.candles[2]!.x + 3)).toBe(2);
    expect(readAt(layout, [], 2)).toMatchObject({ price: 11, candle: candles[2], volume: null });
  });

  it('reads the point nearest to the pointer', () => {
    const layout = layOut([1, 2, 4, 3])!;
    const index = readingIndexAt(layout, layout.right * 0.65);
    expect(readAt(layout, toPoints([9, 9, 8, 9]), index)).toMatchObject({ price: 4, volume: 8 });
    expect(readAt(layout, [], 9)).toBeNull();
  });

  it('is null if there is nothing to draw', () => {
    expect(layOut([])).toBeNull();
    expect(layOut([1])).toBeNull();
    expect(layOut([1, 2], {}, { width: 60 })).toBeNull();
    expect(layOut([1, 2], {}, { window: { from: 0, to: hour } })).toBeNull();
  });
});
