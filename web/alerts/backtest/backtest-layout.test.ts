import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { layOutBacktest, sizes } from './backtest-layout.ts';

const hour = 3_600_000;
const from = Date.UTC(2024, 11, 12);
const history = (prices: readonly number[]): PricePoint[] =>
  prices.map((price, index) => [from + index * hour, price]);
const prices = history([100, 110, 120, 110, 104]);
const layOut = (threshold: number | null, firedAt: readonly number[] = []) =>
  layOutBacktest({ prices, threshold, firedAt }, 380, 'utc')!;
const tagOf = (layout: ReturnType<typeof layOut>, kind: string) =>
  layout.tags.find((tag) => tag.kind === kind);

describe('the picture of a backtest', () => {
  it('draws the prices, the threshold, and each crossing on the threshold’s line', () => {
    const layout = layOut(115, [from + 2 * hour, from + 3 * hour]);
    const level = tagOf(layout, 'alert')!;
    expect(layout.line).toMatch(/^M0 [\d.]+(L[\d.]+ [\d.]+){4}$/);
    expect(level).toMatchObject({ dock: null, text: '$115' });
    expect(tagOf(layout, 'price')).toMatchObject({ text: '$104' });
    expect(layout.crossings).toEqual([
      { x: layout.right / 2, y: level.y },
      { x: (layout.right * 3) / 4, y: level.y },
    ]);
    expect(layout.variant).toBe('default');
    expect(layout.times.length).toBeGreaterThan(0);
  });

  it('makes room for a threshold beyond the prices, and docks a distant one', () => {
    const near = tagOf(layOut(135), 'alert')!;
    expect(near).toMatchObject({ dock: null });
    expect(near.y).toBeCloseTo(10);
    expect(tagOf(layOut(500), 'alert')).toMatchObject({ dock: 'top', text: '↑ $500' });
    expect(tagOf(layOut(10), 'alert')).toMatchObject({ dock: 'bottom' });
    expect(tagOf(layOut(0.0000001), 'alert')).toMatchObject({ dock: 'bottom', text: '↓ $0.0000001' });
  });

  it('marks crossings on the price line if the threshold has none', () => {
    for (const threshold of [null, 500]) {
      const layout = layOut(threshold, [from + 2.4 * hour]);
      const heights = [...layout.line.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
      expect(layout.crossings[0]!.y).toBeCloseTo(Math.min(...heights), 0);
    }
  });

  it('leaves out crossings outside the range', () => {
    expect(layOut(115, [from - 1, from + 5 * hour]).crossings).toEqual([]);
  });

  it('is null without two points, or without room', () => {
    expect(layOutBacktest({ prices: [], threshold: 1, firedAt: [] }, 380, 'utc')).toBeNull();
    expect(layOutBacktest({ prices: history([1]), threshold: 1, firedAt: [] }, 380, 'utc')).toBeNull();
    expect(layOutBacktest({ prices, threshold: 1, firedAt: [] }, 20, 'utc')).toBeNull();
  });

  it('is flat for prices too close together to be drawn at different heights', () => {
    const points = history([999_999_999_999.9978, 999_999_999_999.9976]);
    const layout = layOutBacktest({ prices: points, threshold: 1e-12, firedAt: [] }, 380, 'utc')!;
    const heights = [...layout.line.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
    expect(new Set(heights).size).toBe(1);
    expect(heights[0]).toBeGreaterThan(0);
    expect(heights[0]).toBeLessThan(sizes.plot);
    expect(new Set(layout.ticks.map(({ y }) => y)).size).toBe(layout.ticks.length);
  });

  it('stays in its box for any prices, and keeps its tags apart', () => {
    const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 500 }), price, (list, threshold) => {
        const points = history(list);
        const firedAt = [points[0]![0], points.at(-1)![0]];
        const layout = layOutBacktest({ prices: points, threshold, firedAt }, 380, 'utc')!;
        const heights = [...layout.line.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
        const ys = [
          ...heights,
          ...layout.crossings.map(({ y }) => y),
          ...layout.tags.map(({ tagY }) => tagY),
        ];
        expect(heights.length).toBeLessThanOrEqual(300);
        expect(Math.min(...ys)).toBeGreaterThanOrEqual(-0.1);
        expect(Math.max(...ys)).toBeLessThanOrEqual(sizes.plot + 0.1);
        const [one, other] = layout.tags.map(({ tagY }) => tagY);
        expect(Math.abs(one! - other!)).toBeGreaterThanOrEqual(23.9);
      }),
    );
  });
});
