import { expect, it } from 'vitest';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { createShownPrices, type ShownFigures } from './shown-prices.ts';

const bitcoin: CoinPrice = {
  ...{ price: '1', dollars: '1', rate: null, asOf: 1, source: 'coingecko', problem: null },
  state: 'live',
};
const keyAt = (asOf: number) => ({ portfolioId: 'p', asOf, currency: 'USD', at: null });

it('keeps what was shown to others, however many prices an account has been shown', () => {
  const shown = createShownPrices({ now: () => 0 });
  const many: ShownFigures = {
    revision: 1,
    prices: new Map(Array.from({ length: 5_000 }, (_, coin) => [`coin-${coin}`, bitcoin])),
    dayValues: [],
  };
  shown.note(keyAt(0), { ...many, prices: new Map([['bitcoin', bitcoin]]) }, 'bob');
  for (let asOf = 1; asOf <= 100; asOf += 1) shown.note(keyAt(asOf), many, 'ada');
  expect(shown.find(keyAt(0))).toBeDefined();
  expect([1, 98, 100].map((asOf) => shown.find(keyAt(asOf)) !== undefined)).toEqual([false, true, true]);
});

it('counts figures shown again at the same instant once', () => {
  const shown = createShownPrices({ now: () => 0 });
  const figures: ShownFigures = {
    revision: 1,
    prices: new Map(Array.from({ length: 1_000 }, (_, coin) => [`coin-${coin}`, bitcoin])),
    dayValues: [],
  };
  shown.note(keyAt(1), figures, 'ada');
  for (let time = 0; time < 100; time += 1) shown.note(keyAt(2), figures, 'ada');
  expect([1, 2].map((asOf) => shown.find(keyAt(asOf)) !== undefined)).toEqual([true, true]);
});
