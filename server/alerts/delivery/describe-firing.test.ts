import { describe, expect, it } from 'vitest';
import { describeFiring, formatChange } from './describe-firing.ts';

describe('a change', () => {
  it.each([
    ['3.456', '+3.46%'],
    ['-3.456', '-3.46%'],
    ['0', '0.00%'],
    ['-0.001', '0.00%'],
    ['1234.5', '+1234.50%'],
  ])('of %s is shown as %s', (decimal, shown) => expect(formatChange(decimal)).toBe(shown));
});

describe('a firing', () => {
  it.each([
    ['price_above', '65000', 'coingecko', 'Bitcoin is above $65,000'],
    ['price_below', '0.5', 'coingecko', 'Bitcoin is below $0.50'],
    ['change_24h_above', '5', 'coingecko', 'Bitcoin: 24h change is above 5%'],
    ['change_24h_below', '-5.25', 'simulated', 'Demo market: Bitcoin: 24h change is below -5.25%'],
  ] as const)('at %s %s of %s is described as %j', (condition, threshold, source, said) => {
    expect(describeFiring({ name: 'Bitcoin', condition, threshold, source })).toBe(said);
  });
});
