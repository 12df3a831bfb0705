import { expect, it } from 'vitest';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { createShownPrices } from './shown-prices.ts';

const key = (portfolioId: string, asOf: number) => ({ portfolioId, asOf, currency: 'USD', at: null });
const price: CoinPrice = { price: '1', dollars: '1', rate: null, state: 'live', asOf: 0, problem: null };
const pricesOf = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [`coin-${index}`, price] as const));

it('No account makes the server forget the prices that others were shown', () => {
  const shown = createShownPrices({ now: () => 0 });
  const note = (accountId: string, portfolioId: string, asOf: number, count: number) =>
    shown.note(key(portfolioId, asOf), { accountId, revision: 1, prices: pricesOf(count), dayValues: [] });
  note('mine', 'p', 0, 10);
  for (let asOf = 0; asOf < 300; asOf += 1) note('other', `q${asOf % 3}`, asOf, 1000);
  expect(shown.find(key('p', 0))?.prices.size).toBe(10);
  const known = Array.from({ length: 300 }, (_, asOf) => shown.find(key(`q${asOf % 3}`, asOf)) !== undefined);
  expect([known.indexOf(true), known.lastIndexOf(false), known.at(-1)]).toEqual([251, 250, true]);
});

it('Figures shown again at the same instant count once', () => {
  const shown = createShownPrices({ now: () => 0 });
  const note = (asOf: number) =>
    shown.note(key('p', asOf), { accountId: 'mine', revision: 1, prices: pricesOf(1000), dayValues: [] });
  note(1);
  for (let time = 0; time < 100; time += 1) note(2);
  expect(shown.find(key('p', 1))).toBeDefined();
  expect(shown.find(key('p', 2))).toBeDefined();
});
