import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findThresholdFault } from '#contract/alerts/alert-threshold.ts';
import { stepFrom, thresholdSteps } from './threshold-steps.ts';

describe('a threshold in percent from the price', () => {
  it.each([
    [102_496.22, 5, '107621.03'],
    [102_496.22, -10, '92246.60'],
    [25.37, 5, '26.64'],
    [1.23, 5, '1.292'],
    [0.37, 5, '0.3885'],
    [0.000021, -5, '0.00001995'],
    [5.6e-11, 10, '0.00000000006160'],
    [1e-18, 5, '0.000000000000000001'],
  ])('of $%f and %i %% is %s', (price, percent, threshold) => {
    expect(stepFrom(price, percent)).toBe(threshold);
  });

  it.each([null, 0, -1, 1e12, Number.NaN])('is null for a price of %s', (price) => {
    expect(stepFrom(price, 5)).toBeNull();
  });

  it('is accepted by the server and accurate within a tenth of a percent', () => {
    const prices = fc.double({ min: 1e-13, max: 1e11, noNaN: true });
    fc.assert(
      fc.property(prices, fc.constantFrom(...thresholdSteps), (price, percent) => {
        const threshold = stepFrom(price, percent)!;
        expect(findThresholdFault('price_above', threshold)).toBeUndefined();
        expect(Math.abs((Number(threshold) / price - 1) * 100 - percent)).toBeLessThan(0.1);
      }),
    );
  });
});
