import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ApiReader } from '#web/lib/api-client.ts';
import { readApiError } from '#web/lib/errors.ts';
import { newsQuery } from './queries.ts';

const article = {
  id: '1',
  title: 'A headline',
  summary: '',
  url: 'https://news.example/1',
  published_at: '2026-11-21T11:00:00.000Z',
  categories: ['Market'],
  topics: [],
  coins: [],
  source: { name: 'Block Ledger', favicon: 'https://altimeter.example/images/sources/Block%20Ledger' },
};

/** Reads the news from a server that refreshes once between any two requests. */
function readNews(fails?: string) {
  let minute = 0;
  const read = (async (path: string) => {
    minute += 1;
    if (path === fails) throw readApiError(503, '', '');
    const asOf = `2026-11-21T12:0${minute}:00.000Z`;
    return path === '/api/status'
      ? { news: { state: 'live', asOf } }
      : { data: [{ ...article, title: asOf }] };
  }) as ApiReader;
  return new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(newsQuery(read));
}

it('Headlines never claim to be fresher than they are, even if more arrive between the two requests', async () => {
  const { asOf, headlines } = await readNews();
  expect(asOf).toBe('2026-11-21T12:01:00.000Z');
  expect(asOf! <= headlines[0]!.title).toBe(true);
});

it('Headlines have no age if it can’t be fetched, and the query fails if they can’t', async () => {
  expect(await readNews('/api/status')).toMatchObject({
    asOf: null,
    headlines: [{ source: 'Block Ledger' }],
  });
  await expect(readNews('/api/news')).rejects.toThrow('Failed to fetch news');
});
