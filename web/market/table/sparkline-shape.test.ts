import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sparklineHeight, sparklineLevel, toSparkline } from './sparkline-shape.ts';

/** Converts a path to its points. */
function pointsOf(path: string): [number, number][] {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const points: [number, number][] = [[numbers[0] ?? 0, numbers[1] ?? 0]];
  for (let k = 2; k < numbers.length; k += 2) {
    const [x, y] = points.at(-1) ?? [0, 0];
    points.push([x + (numbers[k] ?? 0), y + (numbers[k + 1] ?? 0)]);
  }
  return points;
}

describe('toSparkline', () => {
  it('draws nothing without two prices', () => {
    expect(toSparkline()).toBeNull();
    expect(toSparkline([])).toBeNull();
    expect(toSparkline([5])).toBeNull();
    expect(toSparkline([5, Number.NaN])).toBeNull();
  });
  it('rises from the bottom to the top of its box', () => {
    expect(toSparkline([1, 2])).toEqual({ path: 'M0 11l1-10', width: 1, variant: 'default' });
  });
  it('is coloured by the last price relative to the first', () => {
    expect(toSparkline([2, 9, 1])?.variant).toBe('destructive');
    expect(toSparkline([2, 1, 9])?.variant).toBe('default');
    expect(toSparkline([2, 1, 2])?.variant).toBe('none');
  });
  it('is coloured by the given change if that is known', () => {
    expect(toSparkline([1, 2], -3)?.variant).toBe('destructive');
    expect(toSparkline([2, 1], 0.001)?.variant).toBe('none');
    expect(toSparkline([2e-9, 1e-9], null)?.variant).toBe('destructive');
  });
  it('draws a constant price in the middle', () => {
    expect(toSparkline([3, 3, 3])).toEqual({ path: 'M0 6l1,0 1,0', width: 2, variant: 'none' });
  });
  it('has a point for each price, within the box, from the left edge to the right', () => {
    const prices = fc.array(fc.double({ min: 1e-12, max: 1e9, noNaN: true }), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(prices, (list) => {
        const shape = toSparkline(list);
        const points = pointsOf(shape?.path ?? '');
        expect(points).toHaveLength(list.length);
        expect(points.at(-1)?.[0]).toBe(shape?.width);
        for (const [, y] of points) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(sparklineHeight);
        }
        expect(shape && sparklineLevel(shape)).toBe(points[0]?.[1]);
      }),
    );
  });
});
