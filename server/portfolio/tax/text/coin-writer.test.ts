import { expect, it } from 'vitest';
import { createCoinWriter } from './coin-writer.ts';

it('adds the id of a coin only if another has the same ticker', () => {
  const { write } = createCoinWriter({
    coins: [
      { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' },
      { coinId: 'uniswap', symbol: 'uni', name: 'Uniswap' },
      { coinId: 'unicorn-token', symbol: 'UNI', name: 'UNICORN Token' },
    ],
  });
  expect(write({ coinId: 'bitcoin', symbol: 'btc' })).toBe('BTC Bitcoin');
  expect(write({ coinId: 'uniswap', symbol: 'uni' })).toBe('UNI uniswap (Uniswap)');
  expect(write({ coinId: 'unicorn-token', symbol: 'UNI' })).toBe('UNI unicorn-token (UNICORN Token)');
});
