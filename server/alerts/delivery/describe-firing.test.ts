import { describe, expect, it } from 'vitest';
import { describeFiring, formatChange, formatDollars } from './describe-firing.ts';

describe('dollars', () => {
  it.each([
    ['0.00000015', '$0.00000015'],
    ['0.5', '$0.50'],
    ['.5', '$0.50'],
    ['7', '$7'],
    ['999.999', '$999.999'],
    ['65000', '$65,000'],
    ['65000.5', '$65,000.50'],
    ['007', '$7'],
    ['1234567890.123456', '$1,234,567,890.123456'],
  ])('%s are shown with all their digits: %s', (decimal, shown) =>
    expect(formatDollars(decimal)).toBe(shown),
  );
});

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
