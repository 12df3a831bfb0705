import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeRow } from '../../tests/support/market/market-rows.ts';
import type { ApiReader } from '../lib/api-client.ts';
import { readCoinList } from './queries.ts';

it('never says that rows are newer than they are, though the market refreshes between its two questions', async () => {
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
