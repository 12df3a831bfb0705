import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ApiReader } from '#web/lib/api-client.ts';
import { makeRow } from '../../tests/support/market/market-rows.ts';
import { type CoinList, coinListQuery, emptyRetry, readCoinList } from './queries.ts';

it('Rows never claim to be newer than they are, even if the market refreshes between the two calls', async () => {
  let minute = 0;
  const asOf = () => new Date(Date.UTC(2026, 0, 10, 12, minute)).toISOString();
  const read = (async (path: string) => {
    const answer = path.startsWith('/api/status')
      ? { market: { source: 'coingecko', state: 'live', asOf: asOf() } }
      : [{ ...makeRow(), last_updated: asOf() }];
    minute += 1;
    return answer;
  }) as ApiReader;
  const list = await readCoinList(new QueryClient(), read);
  expect(Date.parse(list.asOf!)).toBeLessThanOrEqual(Date.parse(list.rows[0]!.last_updated!));
});

it('Only a list that is over ten minutes old is refetched', async () => {
  const minute = 60_000;
  for (const [age, expectedCalls] of [
    [9 * minute, 0],
    [11 * minute, 1],
  ] as const) {
    const client = new QueryClient();
    let calls = 0;
    const read = (async (path: string) => {
      if (path.startsWith('/api/status')) throw new Error('away');
      calls += 1;
      return [makeRow()];
    }) as ApiReader;
    const list = { source: null, asOf: null, rows: [] };
    const { queryKey } = coinListQuery(read);
    client.setQueryData(queryKey, list, { updatedAt: Date.now() - age });
    await client.fetchQuery(coinListQuery(read));
    expect(calls).toBe(expectedCalls);
  }
});

it('The list is refetched every three seconds, as the page says, until there is one', () => {
  const { refetchInterval } = coinListQuery();
  if (typeof refetchInterval !== 'function') throw new Error('always the same');
  type Query = Parameters<typeof refetchInterval>[0];
  const after = (data?: CoinList) => refetchInterval({ state: { data } } as unknown as Query);
  expect([after(), emptyRetry]).toEqual([3000, 3000]);
  expect(after({ source: null, asOf: null, rows: [] })).toBe(false);
});
