import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelWidth } from './chart-labels.ts';
import { priceStep, priceTicks, timeTicks } from './chart-ticks.ts';
import type { Zone } from './chart-time.ts';

const day = 86_400_000;
const at = (iso: string) => Date.parse(iso);
const labels = (from: string, to: string, width: number, zone: Zone = 'utc') =>
  timeTicks(at(from), at(to), width, zone).map(({ label }) => label);

const instants = fc.integer({ min: at('2013-01-01'), max: at('2040-01-01') });
const zones = fc.constantFrom<Zone>('utc', 'local');

describe('times under a chart', () => {
  it('are hours for a day, with the date at midnight', () => {
    expect(labels('2024-12-18T10:44Z', '2024-12-19T10:44Z', 740)).toEqual([
      '12:00',
      '16:00',
      '20:00',
      '19 Dec',
      '04:00',
      '08:00',
    ]);
  });

  it('are days for a week', () => {
    expect(labels('2024-12-12T10:44Z', '2024-12-19T10:44Z', 740)).toEqual([
      '13 Dec',
      '14 Dec',
      '15 Dec',
      '16 Dec',
      '17 Dec',
      '18 Dec',
      '19 Dec',
    ]);
    expect(labels('2024-12-12T10:44Z', '2024-12-19T10:44Z', 226)).toEqual([
      '13 Dec',
      '15 Dec',
      '17 Dec',
      '19 Dec',
    ]);
  });

  it('are dates for a month, and months for a year, with the year at each January', () => {
    expect(labels('2024-11-19T10:44Z', '2024-12-19T10:44Z', 740)).toHaveLength(6);
    expect(labels('2023-12-19T00:00Z', '2024-12-19T00:00Z', 740)).toEqual([
      '2024',
      'Mar',
      'May',
      'Jul',
      'Sep',
      'Nov',
    ]);
  });

  it('are never more than seven, never touch and stay in order, at any width, span and clock', () => {
    const spans = fc.integer({ min: 3_600_000, max: 4000 * day });
    const widths = fc.integer({ min: 60, max: 2000 });
    fc.assert(
      fc.property(instants, spans, widths, zones, (from, span, width, zone) => {
        const ticks = timeTicks(from, from + span, width, zone);
        expect(ticks.length).toBeLessThanOrEqual(7);
        let end = Number.NEGATIVE_INFINITY;
        for (const { instant, label } of ticks) {
          const x = ((instant - from) / span) * width;
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(x - labelWidth(label) / 2).toBeGreaterThan(end);
          end = x + labelWidth(label) / 2;
        }
      }),
    );
  });

  it('are at least two on each range of the chart, from the narrowest phone to the widest screen', () => {
    const ranges = fc.constantFrom(1, 7, 30, 365);
    // The plot of a chart 230 px wide is about 150 px, because of the price axis.
    fc.assert(
      fc.property(instants, ranges, fc.integer({ min: 150, max: 2000 }), zones, (to, days, width, zone) => {
        expect(timeTicks(to - days * day, to, width, zone).length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it('are empty without a span or width', () => {
    expect(timeTicks(5, 5, 700, 'utc')).toEqual([]);
    expect(timeTicks(5, day, 0, 'utc')).toEqual([]);
  });
});

describe('prices on the price axis', () => {
  it('step by 1, 2, 2.5 or 5 times a power of ten', () => {
    expect(priceStep(98_362, 109_135, 5)).toBe(2000);
    expect(priceStep(0, 12.6, 5)).toBe(2.5);
    expect(priceStep(0.355, 0.4, 5)).toBeCloseTo(0.01, 12);
  });

  it('are about five major ticks with five minor ones each, at any magnitude', () => {
    const magnitudes = fc.double({ min: -11, max: 12, noNaN: true });
    const parts = fc.double({ min: 1e-5, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(magnitudes, parts, (magnitude, part) => {
        const high = 10 ** magnitude;
        const low = high * (1 - part);
        const step = priceStep(low, high, 5);
        const ticks = priceTicks(low, high, step);
        const majors = ticks.filter(({ isMajor }) => isMajor);
        expect(majors.length).toBeGreaterThanOrEqual(2);
        expect(majors.length).toBeLessThanOrEqual(8);
        expect(ticks.length).toBeLessThanOrEqual(8 * 5);
        for (const { value } of majors) {
          expect(value).toBeGreaterThanOrEqual(low - step * 1e-5);
          expect(value).toBeLessThanOrEqual(high + step * 1e-5);
        }
      }),
    );
  });

  it('are never below zero', () => {
    expect(priceTicks(-3, 10, 5).map(({ value }) => value)[0]).toBe(0);
  });
});
