import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRow } from '../../tests/support/market-rows.ts';
import { type CoinList, coinListQuery, statusQuery } from './queries.ts';
import { applyQuotes, applyStatus } from './use-live-quotes.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 10, 12, 0, second)).toISOString();
const { queryKey } = coinListQuery();
const shown: CoinList = { source: 'coingecko', asOf: at(10), rows: [makeRow()] };
const event = (second: number, current_price: number, source: 'coingecko' | 'simulated' = 'coingecko') => ({
  source,
  asOf: at(second),
  quotes: [
    {
      id: 'bitcoin',
      current_price,
      market_cap: 1,
      market_cap_rank: 1,
      total_volume: 1,
      price_change_percentage_24h: 1,
    },
  ],
});

function cacheWith(list: CoinList): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKey, list);
  const market = { source: 'coingecko' as const, state: 'live' as const, asOf: list.asOf };
  queryClient.setQueryData(statusQuery().queryKey, {
    market,
    news: { state: 'off', asOf: null },
    version: '1',
  });
  return queryClient;
}

/** An API whose coins cost `price`, as of `second`, from `source`. */
function stubApi(source: string, second: number, price: number): void {
  const answers = { cryptocurrencies: [{ ...makeRow(), current_price: price }] };
  const status = { market: { source, state: 'live', asOf: at(second) } };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith('/api/status') ? status : answers.cryptocurrencies),
  );
}

const priceOf = (queryClient: QueryClient) => queryClient.getQueryData(queryKey)?.rows[0]?.current_price;

afterEach(() => vi.unstubAllGlobals());

describe('quotes from the stream', () => {
  it('change the rows shown and the age of the page', () => {
    const queryClient = cacheWith(shown);
    applyQuotes(queryClient, event(20, 7));
    expect(priceOf(queryClient)).toBe(7);
    expect(queryClient.getQueryData(queryKey)?.asOf).toBe(at(20));
    expect(queryClient.getQueryData(statusQuery().queryKey)?.market.asOf).toBe(at(20));
  });
  it('are left out when older than the rows shown', () => {
    const queryClient = cacheWith(shown);
    applyQuotes(queryClient, event(5, 7));
    expect(queryClient.getQueryData(queryKey)).toBe(shown);
  });
  it('of another source make the page ask for all rows, so that the two never mix', async () => {
    stubApi('simulated', 20, 5);
    const queryClient = cacheWith(shown);
    applyQuotes(queryClient, event(20, 7, 'simulated'));
    expect(priceOf(queryClient)).toBe(102_496.22);
    await vi.waitFor(() => expect(priceOf(queryClient)).toBe(5));
    expect(queryClient.getQueryData(queryKey)?.source).toBe('simulated');
  });
});

describe('a status from the stream', () => {
  it('is kept, so that the page can say what is stale', () => {
    const queryClient = cacheWith(shown);
    applyStatus(queryClient, { source: 'coingecko', state: 'stale', asOf: at(10) });
    expect(queryClient.getQueryData(statusQuery().queryKey)?.market.state).toBe('stale');
    expect(queryClient.getQueryData(queryKey)).toBe(shown);
  });
  it('of another source brings that source’s rows', async () => {
    stubApi('simulated', 11, 5);
    const queryClient = cacheWith(shown);
    applyStatus(queryClient, { source: 'simulated', state: 'live', asOf: at(11) });
    await vi.waitFor(() => expect(priceOf(queryClient)).toBe(5));
  });
});
