import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantAtBrush, minBrushPx, placeBrush, reachInside } from './brush-window.ts';

const day = 86_400_000;
const bounds = { from: 0, to: 4000 * day };

describe('the window on the brush', () => {
  it('stays within the brush and is never narrower than 24 px', () => {
    const days = fc.double({ min: 0, max: 4000, noNaN: true });
    fc.assert(
      fc.property(days, days, fc.integer({ min: 200, max: 1200 }), (a, b, width) => {
        const window = { from: Math.min(a, b) * day, to: Math.max(a, b) * day };
        const placed = placeBrush(window, bounds, width);
        expect(placed.width).toBeGreaterThanOrEqual(minBrushPx);
        expect(placed.left).toBeGreaterThanOrEqual(-0.001);
        expect(placed.left + placed.width).toBeLessThanOrEqual(width + 0.001);
      }),
    );
  });

  it('is placed at its dates', () => {
    expect(placeBrush({ from: 1000 * day, to: 3000 * day }, bounds, 400)).toEqual({ left: 100, width: 200 });
    expect(placeBrush({ from: 3993 * day, to: 4000 * day }, bounds, 400)).toEqual({ left: 376, width: 24 });
    expect(instantAtBrush(100, bounds, 400)).toBe(1000 * day);
  });

  it('fills the brush if there is only one instant', () => {
    expect(placeBrush({ from: 5, to: 5 }, { from: 5, to: 5 }, 400)).toEqual({ left: 0, width: 400 });
  });

  it('keeps room for a finger at its middle and at an end by the edge of the screen', () => {
    expect(reachInside({ left: 250, width: 24 })).toEqual({ from: 6, to: 6 });
    expect(reachInside({ left: 0, width: 24 })).toEqual({ from: 6, to: 6 });
    expect(reachInside({ left: 100, width: 120 })).toEqual({ from: 22, to: 22 });
    expect(reachInside({ left: 0, width: 274 })).toEqual({ from: 44, to: 22 });
    for (let width = minBrushPx; width < 300; width++) {
      const { from, to } = reachInside({ left: 0, width });
      expect(width - from - to).toBeGreaterThanOrEqual(12);
    }
  });
});
