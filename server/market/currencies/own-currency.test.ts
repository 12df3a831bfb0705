import { expect, it } from 'vitest';
import type { Candle, History } from '#contract/market.ts';
import { withOwnCurrency } from './own-currency.ts';

const history: History = {
  prices: [
    [1, 1.0000002],
    [2, 0.9999998],
  ],
  market_caps: [[1, 19]],
  total_volumes: [[1, 4]],
};
const candles: Candle[] = [[1, 1.1, 1.2, 0.9, 1]];
const currencyHistory = withOwnCurrency({
  getHistory: async () => ({ value: history, fetchedAt: 0, isOld: false }) as never,
  listCandles: async () => ({ value: candles, fetchedAt: 0, isOld: false }) as never,
});

it('a bitcoin is always one bitcoin, and a hundred million satoshis', async () => {
  for (const [currency, one] of [
    ['btc', 1],
    ['sats', 1e8],
  ] as const) {
    const { value } = (await currencyHistory.getHistory('bitcoin', 7, 'auto', currency))!;
    expect(value).toEqual({
      ...history,
      prices: [
        [1, one],
        [2, one],
      ],
    });
    expect((await currencyHistory.listCandles('bitcoin', 7, currency))!.value).toEqual([
      [1, one, one, one, one],
    ]);
    // The same object, so that it is encoded once.
    expect((await currencyHistory.getHistory('bitcoin', 7, 'auto', currency))!.value).toBe(value);
  }
});

it('other coins, and other currencies, are unchanged', async () => {
  expect((await currencyHistory.getHistory('ethereum', 7, 'auto', 'btc'))!.value).toBe(history);
  expect((await currencyHistory.getHistory('bitcoin', 7, 'auto', 'eur'))!.value).toBe(history);
  expect((await currencyHistory.listCandles('bitcoin', 7, 'eth'))!.value).toBe(candles);
});
