import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tooltipPlace } from './chart-tooltip.tsx';

describe('the tooltip', () => {
  it('is entirely within the chart, wherever the crosshair is', () => {
    const cases = fc.record({
      width: fc.integer({ min: 230, max: 2000 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      tip: fc.integer({ min: 100, max: 230 }),
    });
    fc.assert(
      fc.property(cases, ({ width, part, tip }) => {
        const right = width - 82;
        const place = tooltipPlace({ width, right }, right * part, tip);
        const left = 'left' in place ? place.left : width - place.right - tip;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + tip).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('is beside the crosshair on a wide chart, on the other side near the price axis', () => {
    expect(tooltipPlace({ width: 822, right: 740 }, 100, 150)).toEqual({ left: 114 });
    expect(tooltipPlace({ width: 822, right: 740 }, 700, 150)).toEqual({ right: 136 });
  });
});
