import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { Rates, StreamQuote } from '#contract/market.ts';
import type { DecimalText, Milliseconds } from '#contract/units.ts';
import { readApi } from '../api-client.ts';

const minute: Milliseconds = 60_000;

/** The default until a currency is chosen. */
const inDollars: PageCurrency = { code: 'usd', rate: '1', asOf: null, state: 'live' };

/** The exchange rates of all currencies. */
export const ratesQuery = () =>
  queryOptions({
    queryKey: ['rates'],
    queryFn: ({ signal }) => readApi<Rates>('/api/rates', signal),
    staleTime: minute,
  });

/** The currency in which the page shows figures, and its rate, which is kept up to date. */
export const pageCurrencyQuery = () =>
  queryOptions({
    queryKey: ['currency'],
    queryFn: async ({ client, signal }): Promise<PageCurrency> => {
      if (isInDollars(client)) return inDollars;
      const rates = await readApi<Rates>('/api/rates', signal);
      return followRates(getPageCurrency(client), rates);
    },
    staleTime: minute,
    refetchInterval: ({ state }) => (state.data && state.data.code !== 'usd' ? minute : false),
  });

/** The page's currency, from the cache. Dollars until another is loaded. */
export function getPageCurrency(queryClient: QueryClient): PageCurrency {
  return queryClient.getQueryData(pageCurrencyQuery().queryKey) ?? inDollars;
}

/** Whether the page shows dollars. If so, rounded figures need not keep further digits for conversion. */
export function isInDollars(queryClient: QueryClient): boolean {
  return getPageCurrency(queryClient).code === 'usd';
}

/** A currency with its rate; null if there is no rate. */
export function pickCurrency({ rates, asOf, state }: Rates, code: string): PageCurrency | null {
  if (code === 'usd') return inDollars;
  const rate = rates[code];
  return rate !== undefined && rate > 0 ? { code, rate: writeRate(rate), asOf, state } : null;
}

/**
 * The page's currency at newer rates. If they lack it, the last rate stays, marked stale: a page that changed to dollars
 * by itself could mislead somebody who is typing an amount.
 */
const followRates = (shown: PageCurrency, rates: Rates): PageCurrency =>
  pickCurrency(rates, shown.code) ?? { ...shown, state: 'stale' };

/** Updates the page to newer rates. */
export function showRates(queryClient: QueryClient, rates: Rates): void {
  queryClient.setQueryData(ratesQuery().queryKey, rates);
  const followed = followRates(getPageCurrency(queryClient), rates);
  queryClient.setQueryData(pageCurrencyQuery().queryKey, followed);
}

/** If the page's currency is a coin, updates its rate from newer quotes, so that one bitcoin stays one bitcoin. */
export function showCoinRate(
  queryClient: QueryClient,
  quotes: readonly Pick<StreamQuote, 'id' | 'current_price'>[],
): void {
  const shown = getPageCurrency(queryClient);
  const coin = coinCurrencies[shown.code];
  const price = quotes.find(({ id }) => id === coin?.coinId)?.current_price;
  if (!coin || !price) return;
  const rate = writeRate(coin.units / price);
  if (rate !== shown.rate) queryClient.setQueryData(pageCurrencyQuery().queryKey, { ...shown, rate });
}

/** All digits of a rate, without an exponent. */
function writeRate(rate: number): DecimalText {
  const text = String(rate);
  return text.includes('e') ? rate.toFixed(24).replace(/\.?0{1,24}$/, '') : text;
}
