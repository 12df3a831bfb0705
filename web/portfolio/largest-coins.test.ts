import { expect, it } from 'vitest';
import { listLargestCoins } from './largest-coins.ts';

const holding = (coinId: string, value: string | null) => ({ coinId, name: coinId.toUpperCase(), value });

it('The largest coins are those with the highest value over all holdings of each', () => {
  const holdings = [
    holding('ada', '0.3'),
    holding('btc', '900.1'),
    holding('gone', null),
    holding('eth', '1000'),
    holding('btc', '100.2'),
  ];
  expect(listLargestCoins(holdings, 2)).toEqual([
    { coinId: 'btc', name: 'BTC', value: '1000.3' },
    { coinId: 'eth', name: 'ETH', value: '1000' },
  ]);
  expect(listLargestCoins(holdings, 5).map(({ coinId }) => coinId)).toEqual(['btc', 'eth', 'ada']);
});
