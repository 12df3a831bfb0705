import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Rates } from '#contract/market.ts';
import {
  getPageCurrency,
  isInDollars,
  pageCurrencyQuery,
  pickCurrency,
  showCoinRate,
  showRates,
} from './page-currency.ts';

const asOf = '2026-01-02T03:04:05.000Z';
const rates: Rates = {
  base: 'usd',
  rates: { eur: 0.92, btc: 0.00001467, tiny: 1.5e-9, none: 0 },
  asOf,
  state: 'stale',
};

it('The currency of a page has the rate as plain text, with the age of the rates', () => {
  expect(pickCurrency(rates, 'eur')).toEqual({ code: 'eur', rate: '0.92', asOf, state: 'stale' });
  expect(pickCurrency(rates, 'btc')?.rate).toBe('0.00001467');
  expect(pickCurrency(rates, 'tiny')?.rate).toBe('0.0000000015');
});

it('The currency of a page is null without a rate, except for dollars, which need none', () => {
  expect(pickCurrency(rates, 'none')).toBeNull();
  expect(pickCurrency(rates, 'gbp')).toBeNull();
  expect(pickCurrency({ ...rates, rates: {} }, 'usd')).toMatchObject({ code: 'usd', rate: '1' });
});

it('The rate of a page follows the quote of bitcoin only if the page is in bitcoin', () => {
  const client = new QueryClient();
  const quotes = [
    { id: 'ethereum', current_price: 4000 },
    { id: 'bitcoin', current_price: 64_000 },
  ];
  client.setQueryData(pageCurrencyQuery().queryKey, pickCurrency(rates, 'btc')!);
  showCoinRate(client, quotes);
  expect(getPageCurrency(client).rate).toBe('0.000015625');
  showCoinRate(client, [{ id: 'bitcoin', current_price: null }]);
  expect(getPageCurrency(client).rate).toBe('0.000015625');
  client.setQueryData(pageCurrencyQuery().queryKey, pickCurrency(rates, 'eur')!);
  showCoinRate(client, quotes);
  expect(getPageCurrency(client).rate).toBe('0.92');
});

it('The rate of a page stays, marked stale with its time, while newer rates lack its currency', () => {
  const client = new QueryClient();
  const live: Rates = { ...rates, state: 'live' };
  showRates(client, live);
  expect(isInDollars(client)).toBe(true);
  client.setQueryData(pageCurrencyQuery().queryKey, pickCurrency(live, 'eur')!);
  showRates(client, { ...live, rates: { btc: 0.00001 }, asOf: '2026-01-02T05:04:05.000Z' });
  expect(getPageCurrency(client)).toEqual({ code: 'eur', rate: '0.92', asOf, state: 'stale' });
  showRates(client, { ...live, rates: { eur: 0.93 } });
  expect(getPageCurrency(client)).toEqual({ code: 'eur', rate: '0.93', asOf, state: 'live' });
});

it('The currency of a page is dollars until another is chosen', () => {
  const client = new QueryClient();
  expect(getPageCurrency(client).code).toBe('usd');
  expect(isInDollars(client)).toBe(true);
  client.setQueryData(pageCurrencyQuery().queryKey, pickCurrency(rates, 'eur')!);
  expect(isInDollars(client)).toBe(false);
});
