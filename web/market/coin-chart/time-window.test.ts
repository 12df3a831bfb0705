import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWindow, minWindowMs, moveEnd, panWindow, zoomWindow } from './time-window.ts';

const day = 86_400_000;
const bounds = { from: 1000 * day, to: 5000 * day };
const instants = fc.double({ min: 900 * day, max: 5100 * day, noNaN: true });
const windows = fc
  .tuple(instants, fc.double({ min: minWindowMs, max: 5000 * day, noNaN: true }))
  .map(([from, span]) => fitWindow({ from, to: from + span }, bounds));
const precision = 0.5;

describe('a time window', () => {
  it('never leaves its bounds and never becomes too short, however it is moved', () => {
    const moves = fc.oneof(
      fc.record({
        kind: fc.constant('zoom' as const),
        by: fc.double({ min: 0.001, max: 1000, noNaN: true }),
        at: instants,
      }),
      fc.record({
        kind: fc.constant('pan' as const),
        by: fc.double({ min: -6000 * day, max: 6000 * day, noNaN: true }),
        at: instants,
      }),
      fc.record({ kind: fc.constantFrom('from' as const, 'to' as const), by: fc.constant(0), at: instants }),
    );
    fc.assert(
      fc.property(windows, fc.array(moves, { maxLength: 20 }), (first, steps) => {
        let window = first;
        for (const { kind, by, at } of steps) {
          if (kind === 'zoom') window = zoomWindow(window, by, at, bounds);
          else if (kind === 'pan') window = panWindow(window, by, bounds);
          else window = moveEnd(window, kind, at, bounds);
          expect(window.from).toBeGreaterThanOrEqual(bounds.from - precision);
          expect(window.to).toBeLessThanOrEqual(bounds.to + precision);
          expect(window.to - window.from).toBeGreaterThanOrEqual(minWindowMs - precision);
        }
      }),
    );
  });

  it('keeps the instant under the pointer in place', () => {
    const window = { from: 2000 * day, to: 2100 * day };
    expect(zoomWindow(window, 0.5, 2020 * day, bounds)).toEqual({ from: 2010 * day, to: 2060 * day });
    expect(zoomWindow(window, 2, 2050 * day, bounds)).toEqual({ from: 1950 * day, to: 2150 * day });
  });

  it('stops at the newest price and keeps its length', () => {
    expect(panWindow({ from: 4900 * day, to: 4990 * day }, 50 * day, bounds)).toEqual({
      from: 4910 * day,
      to: 5000 * day,
    });
  });

  it('is everything if that is shorter than the minimum', () => {
    const little = { from: 0, to: 1000 };
    expect(fitWindow({ from: 500, to: 900 }, little)).toEqual(little);
  });
});
