import { describe, expect, it } from 'vitest';
import { formatMarketCap, formatPrice } from '#web/lib/money/money-formats.ts';
import { flashOf } from './flash.ts';

describe('flashOf', () => {
  it('follows the direction of the change', () => {
    expect(flashOf(1, 2, formatPrice)).toEqual({ key: '$2.00', direction: 'up' });
    expect(flashOf(2, 1, formatPrice)).toEqual({ key: '$1.00', direction: 'down' });
  });
  it('is off if the shown text did not change', () => {
    expect(flashOf(1, 1, formatPrice).direction).toBeUndefined();
    expect(flashOf(2_020_000_000_000, 2_020_000_000_001, formatMarketCap).direction).toBeUndefined();
  });
  it('is off if a figure appears or disappears', () => {
    expect(flashOf(null, 1, formatPrice).direction).toBeUndefined();
    expect(flashOf(1, null, formatPrice)).toEqual({ key: '—' });
  });
});
