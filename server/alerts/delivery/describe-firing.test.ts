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
    expect(describeFiring({ name: 'Bitcoin', condition, threshold, currency: 'usd', source })).toBe(said);
  });

  it.each([
    ['eur', '60000.5', 'Bitcoin is above €60,000.50'],
    ['jpy', '15000000', 'Bitcoin is above ¥15,000,000'],
    ['btc', '1.00000001', 'Bitcoin is above BTC\u00a01.00000001'],
    ['cad', '0.5', 'Bitcoin is above CA$0.50'],
    ['sats', '100000000', 'Bitcoin is above SATS\u00a0100,000,000'],
  ])('in %s of %s is described as %j', (currency, threshold, said) => {
    const firing = { name: 'Bitcoin', condition: 'price_above', source: 'coingecko' } as const;
    expect(describeFiring({ ...firing, threshold, currency })).toBe(said);
  });
});
