import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisPriceFormat, labelWidth } from './chart-labels.ts';
import { priceStep, priceTicks } from './chart-ticks.ts';

describe('the prices on an axis', () => {
  it.each([
    [110_000, 2000, 102_000, '$102,000'],
    [110_000, 200, 102_496.22, '$102,496'],
    [12, 2.5, 7.5, '$7.50'],
    [250, 0.5, 209.31, '$209.31'],
    [1.0003, 0.0001, 1.0001, '$1.0001'],
    [0.0000225, 0.0000005, 0.000021, '$0.00002100'],
    [5.9e-11, 1e-12, 5.6e-11, '$0.0₁₀56'],
    [1.2e12, 1e11, 1.1e12, '$1.1T'],
    [45_000_000, 2_500_000, 42_500_000, '$42.5M'],
    [10, 5, 0, '$0'],
  ])('up to %d in steps of %d show %d as %s', (top, step, value, text) => {
    expect(axisPriceFormat(top, step)(value)).toBe(text);
  });

  it('are dollars and distinguish neighbouring ticks, from 5.6e-11 to 1e12', () => {
    const magnitudes = fc.double({ min: -10.3, max: 12, noNaN: true });
    const parts = fc.double({ min: 1e-4, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(magnitudes, parts, (magnitude, part) => {
        const high = 10 ** magnitude;
        const low = high * (1 - part);
        const step = priceStep(low, high, 5);
        const majors = priceTicks(low, high, step).filter(({ isMajor }) => isMajor);
        const texts = majors.map(({ value }) => axisPriceFormat(high, step)(value));
        expect(new Set(texts).size).toBe(texts.length);
        for (const text of texts) expect(text).toMatch(/^\$\d[\d,]*(\.[\d₀-₉]+)?[TBM]?$/);
      }),
    );
  });
});

describe('the width of a label', () => {
  it('grows with the text, and counts digits wider than points', () => {
    expect(labelWidth('$108,000')).toBeGreaterThan(labelWidth('$8,000'));
    expect(labelWidth('.')).toBeLessThan(labelWidth('1'));
  });
});
