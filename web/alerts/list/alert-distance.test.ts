import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDistance, describePrice, holdsNow, writePlainly } from './alert-distance.ts';

const quote = { price: 100, change24h: -2.5 };

describe('how far a quote is from a threshold', () => {
  it.each([
    ['price_above', '102.44', '+2.44% away'],
    ['price_below', '94.46', '-5.54% away'],
    ['price_above', '100', '0.00% away'],
    ['change_24h_above', '5', '+7.50 points away'],
    ['change_24h_below', '-5.6', '-3.10 points away'],
    ['price_above', '500000000000', '+500.00B% away'],
  ] as const)('%s %s: %s', (condition, threshold, distance) => {
    expect(describeDistance({ condition, threshold }, quote)).toBe(distance);
  });

  it('is null if nothing is known', () => {
    const alert = { condition: 'change_24h_above', threshold: '5' } as const;
    expect(describeDistance(alert, undefined)).toBeNull();
    expect(describeDistance(alert, { price: 100, change24h: null })).toBeNull();
    expect(describeDistance({ condition: 'price_above', threshold: 'x' }, quote)).toBeNull();
  });

  it('is short text for any price', () => {
    const price = fc.double({ min: 1e-18, max: 1e12, noNaN: true });
    const threshold = fc.integer({ min: 1, max: 999_999_999_999 }).map(String);
    fc.assert(
      fc.property(price, threshold, (now, text) => {
        const distance = describeDistance(
          { condition: 'price_above', threshold: text },
          { price: now, change24h: 0 },
        );
        expect(distance).toMatch(/^[-+]?>?[\d,.]+[TBM]?% away$/);
      }),
    );
  });
});

describe('whether a condition holds', () => {
  it.each([
    ['price_above', '100', true],
    ['price_above', '100.01', false],
    ['price_below', '100', true],
    ['price_below', '99.99', false],
    ['change_24h_above', '-2.5', true],
    ['change_24h_below', '-2.6', false],
  ] as const)('%s %s: %s', (condition, threshold, holds) => {
    expect(holdsNow({ condition, threshold }, quote)).toBe(holds);
  });

  it('is false if nothing is known', () => {
    expect(holdsNow({ condition: 'price_below', threshold: '100' }, null)).toBe(false);
    expect(holdsNow({ condition: 'price_below', threshold: '' }, quote)).toBe(false);
  });
});

describe('a price as typed', () => {
  it('has no comma, exponent or superfluous digits', () => {
    expect([102_496.22, 5.6e-11, 1e11, 0.1].map(writePlainly)).toEqual([
      '102496.22',
      '0.000000000056',
      '100000000000',
      '0.1',
    ]);
  });
});

describe('the price below a coin', () => {
  it('is shown if it is known', () => {
    expect(describePrice(quote, '$100.00', false)).toBe('now $100.00');
  });

  it('is only said to be missing once the prices have loaded', () => {
    expect(describePrice(undefined, '', true)).toBe('\u00a0');
    expect(describePrice(undefined, '', false)).toBe('no price right now');
    expect(describePrice({ price: null, change24h: null }, '', false)).toBe('no price right now');
  });
});
