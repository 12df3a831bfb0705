import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPriceScale, readableStep, scaleTicks, snapPrice } from './price-scale.ts';

const prices = fc
  .tuple(fc.double({ min: -11, max: 9, noNaN: true }), fc.double({ min: 1.001, max: 1e4, noNaN: true }))
  .map(([magnitude, factor]) => [10 ** magnitude, 10 ** magnitude * factor] as const);
const scales = fc.record({
  ends: prices,
  height: fc.constantFrom(300, 440),
  isLog: fc.boolean(),
  reach: fc.double({ min: 0.8, max: 1.4, noNaN: true }),
});

describe('a price scale', () => {
  it('keeps the padding at both ends, and maps prices to px and back', () => {
    fc.assert(
      fc.property(scales, ({ ends: [low, high], height, isLog, reach }) => {
        const tops = [
          { price: high, padding: 52 },
          { price: high * reach, padding: 16 },
        ];
        const bottoms = [
          { price: low, padding: 22 },
          { price: low / reach, padding: 16 },
        ];
        const scale = createPriceScale(tops, bottoms, { height, isLog });
        for (const { price, padding } of tops) {
          expect(scale.toY(price)).toBeGreaterThanOrEqual(padding - 0.01);
        }
        for (const { price, padding } of bottoms) {
          expect(scale.toY(price)).toBeLessThanOrEqual(height - padding + 0.01);
        }
        const middle = scale.toPrice(height / 2);
        expect(scale.toY(middle)).toBeCloseTo(height / 2, 3);
      }),
    );
  });

  it('is not empty if all prices are equal', () => {
    const end = [{ price: 5, padding: 20 }];
    const scale = createPriceScale(end, end, { height: 300, isLog: false });
    expect(scale.toY(5)).toBeCloseTo(150);
    expect(scale.high).toBeGreaterThan(scale.low);
  });

  it('has round ticks within its ends, linear or not', () => {
    fc.assert(
      fc.property(scales, ({ ends: [low, high], height, isLog }) => {
        const scale = createPriceScale([{ price: high, padding: 20 }], [{ price: low, padding: 20 }], {
          height,
          isLog,
        });
        const ticks = scaleTicks(scale, 5);
        for (const { value } of ticks) {
          expect(scale.toY(value)).toBeGreaterThanOrEqual(-1);
          expect(scale.toY(value)).toBeLessThanOrEqual(height + 1);
        }
        const majors = ticks.filter(({ isMajor }) => isMajor);
        expect(majors.length).toBeGreaterThanOrEqual(1);
        expect(majors.length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it('snaps to readable prices', () => {
    expect(snapPrice(105_037.4, readableStep(31))).toBe(105_040);
    expect(snapPrice(0.30000000004, readableStep(0.0012))).toBe(0.3);
    expect(snapPrice(0.0001, readableStep(31))).toBe(10);
  });
});
