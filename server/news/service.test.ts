import { expect, it } from 'vitest';
import type { StoredArticle } from './article.ts';
import { createNewsService } from './service.ts';

const articles = Array.from(
  { length: 6_000 },
  (_, index): StoredArticle => ({
    id: `${index}`,
    source: 'A',
    url: `https://news.example/${index}`,
    title: `Headline ${index}`,
    summary: '',
    publishedAt: 1_000_000 - index,
    categories: ['Market'],
    topics: [],
    coins: ['bitcoin'],
  }),
);

function create() {
  const queries: unknown[] = [];
  const service = createNewsService({
    feeds: ['https://a.example/feed'],
    articles: {
      async listArticles({ coinId, limit, offset }) {
        queries.push({ coinId, limit, offset });
        return articles.slice(offset, offset + limit);
      },
      listSince: async () => [],
    },
    states: { getProgress: async () => ({ answeredAt: 1, changedAt: 1, changes: '1' }) },
    clock: { now: () => 1_000_000 },
  });
  const list = async (page: number, perPage: number, coin?: string) =>
    (await service.listArticles({ page, perPage, coin })).map(({ id }) => Number(id));
  return { service, queries, list };
}

it('returns the newest five thousand, and asks the database for nothing further back', async () => {
  const { queries, list } = create();
  expect((await list(20, 250)).at(-1)).toBe(4_999);
  expect(await list(26, 200)).toEqual([]);
  expect(await list(17, 300)).toHaveLength(200);
  expect(await list(100_000, 250)).toEqual([]);
  expect(queries).toEqual([
    { limit: 250, offset: 4_750 },
    { limit: 200, offset: 4_800 },
  ]);
});

it('queries the articles of a coin once, whichever pages are requested', async () => {
  const { service, queries, list } = create();
  expect(await list(1, 3, 'bitcoin')).toEqual([0, 1, 2]);
  expect(await list(2, 3, 'bitcoin')).toEqual([3, 4, 5]);
  expect(await list(5, 100, 'bitcoin')).toHaveLength(100);
  expect(await list(6, 100, 'bitcoin')).toEqual([]);
  expect(queries).toHaveLength(1);
  const question = { page: 1, perPage: 3, coin: 'bitcoin' };
  expect(await service.listArticles(question)).toBe(await service.listArticles(question));
});
