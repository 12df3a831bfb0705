import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { coinListQuery } from '../queries.ts';
import { refreshCoinList } from './use-refresh.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 10, 12, 0, second)).toISOString();
const { queryKey } = coinListQuery();

function cacheWith(price: number): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKey, {
    source: 'coingecko',
    asOf: at(0),
    rows: [makeRow({ current_price: price })],
  });
  return queryClient;
}

const requested: string[] = [];
function stubApi(second: number, price: number): void {
  requested.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    return path.startsWith('/api/status')
      ? Response.json({ market: { source: 'coingecko', state: 'live', asOf: at(second) } })
      : Response.json([{ ...makeRow(), current_price: price }]);
  });
}

const priceOf = (queryClient: QueryClient) => queryClient.getQueryData(queryKey)?.rows[0]?.current_price;

afterEach(() => vi.unstubAllGlobals());

describe('Refresh', () => {
  it('shows an answer that is 30 s newer', async () => {
    stubApi(45, 2);
    const queryClient = cacheWith(1);
    expect(await refreshCoinList(queryClient)).toBe('updated');
    expect(priceOf(queryClient)).toBe(2);
  });
  it('always asks the server, but keeps rows that are about as new', async () => {
    stubApi(20, 2);
    const queryClient = cacheWith(1);
    expect(await refreshCoinList(queryClient)).toBe('up-to-date');
    expect(requested.some((path) => path.startsWith('/api/cryptocurrencies?'))).toBe(true);
    expect(priceOf(queryClient)).toBe(1);
  });
  it('fails if the server fails, and keeps the rows', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
    const queryClient = cacheWith(1);
    await expect(refreshCoinList(queryClient)).rejects.toThrow('503: ');
    expect(priceOf(queryClient)).toBe(1);
  });
});
