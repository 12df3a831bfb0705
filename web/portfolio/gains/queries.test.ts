import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { yearTotalsQuery } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

it('Gains are asked for, and kept, by the method that is named beside them', async () => {
  vi.stubGlobal('fetch', async (path: string) => Response.json({ totals: path }));
  const client = new QueryClient();
  const read = (method: 'fifo' | 'lifo') =>
    client.fetchQuery(yearTotalsQuery('p', { year: 2024, method, scope: 'wallet', currency: 'EUR' }));
  expect(await read('fifo')).toContain('method=fifo&scope=wallet&currency=EUR');
  expect(await read('lifo')).toContain('method=lifo');
});
