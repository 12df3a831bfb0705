import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePlace, placeOnScale } from './place-on-scale.ts';

const quote = { price: 100, change24h: -7.14 };
const price = (threshold: string) => placeOnScale({ condition: 'price_above', threshold }, quote);

describe('the scale of an alert', () => {
  it.each([
    ['100', 50, null, null, 'Now at its threshold'],
    ['105', 73, null, 'above', 'Threshold above, within 10%'],
    ['110', 96, null, 'above', 'Threshold above, within 10%'],
    ['110.02', 96, 'above', 'above', 'Threshold above, beyond 10%'],
    ['90', 4, null, 'below', 'Threshold below, within 10%'],
    ['13.64', 4, 'below', 'below', 'Threshold below, beyond 10%'],
  ])('shows a threshold of %s at %f %%', (threshold, left, beyond, side, words) => {
    const place = price(threshold)!;
    expect(place.left).toBeCloseTo(left, 6);
    expect(place).toMatchObject({ beyond, side });
    expect(describePlace(place, 'price_above')).toBe(words);
  });

  it('measures a 24h change in percentage points', () => {
    const alert = { condition: 'change_24h_below', threshold: '-10' } as const;
    const place = placeOnScale(alert, quote)!;
    expect(place.left).toBeCloseTo(36.844, 3);
    expect(describePlace(place, alert.condition)).toBe('Threshold below, within 10 points');
  });

  it('is null if nothing is known', () => {
    const alert = { condition: 'change_24h_above', threshold: '5' } as const;
    expect(placeOnScale(alert, undefined)).toBeNull();
    expect(placeOnScale(alert, { price: 1, change24h: null })).toBeNull();
    expect(placeOnScale({ condition: 'price_above', threshold: '5' }, { price: 0, change24h: 1 })).toBeNull();
    expect(price('x')).toBeNull();
  });

  it('has a place for every threshold', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-18, max: 1e12, noNaN: true }), (threshold) => {
        const { left } = price(String(threshold))!;
        expect(left >= 4 && left <= 96).toBe(true);
      }),
    );
  });
});
