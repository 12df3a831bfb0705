import { describe, expect, it } from 'vitest';
import { filterNews, listPopularSources, readFilter, toggleFilter, writeFilter } from './news-filter.ts';
import type { Headline } from './queries.ts';

const headline = (id: string, parts: Partial<Headline>): Headline => ({
  id,
  title: id,
  summary: '',
  url: 'https://news.example/',
  published_at: '2026-11-21T12:00:00.000Z',
  categories: ['Market'],
  topics: [],
  source: 'Block Ledger',
  ...parts,
});
const news = [
  headline('1', { topics: ['Solana'] }),
  headline('2', { categories: ['DeFi', 'Ethereum'], source: 'Chain Weekly' }),
  headline('3', { topics: ['DeFi'], source: 'Chain Weekly' }),
];
const idsOf = (filter: Parameters<typeof filterNews>[1]) => filterNews(news, filter).map(({ id }) => id);

describe('the filter of news', () => {
  it('keeps articles with a topic or category, or from a source', () => {
    expect(idsOf(null)).toEqual(['1', '2', '3']);
    expect(idsOf({ kind: 'topic', name: 'DeFi' })).toEqual(['2', '3']);
    expect(idsOf({ kind: 'topic', name: 'Solana' })).toEqual(['1']);
    expect(idsOf({ kind: 'source', name: 'Chain Weekly' })).toEqual(['2', '3']);
    expect(idsOf({ kind: 'source', name: 'DeFi' })).toEqual([]);
  });

  it('is cleared by choosing it again, and replaced by choosing another', () => {
    const topic = { kind: 'topic', name: 'DeFi' } as const;
    const source = { kind: 'source', name: 'DeFi' } as const;
    expect(toggleFilter(null, topic)).toBe(topic);
    expect(toggleFilter({ ...topic }, topic)).toBeNull();
    expect(toggleFilter(topic, source)).toBe(source);
  });

  it.each([null, { kind: 'topic', name: 'A & B' }, { kind: 'source', name: 'é' }] as const)(
    'is kept in the URL: %o',
    (filter) => {
      expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
    },
  );
});

it('The popular sources are those with the most headlines', () => {
  expect(listPopularSources(news, 6)).toEqual([
    { name: 'Chain Weekly', count: 2 },
    { name: 'Block Ledger', count: 1 },
  ]);
  expect(listPopularSources(news, 1)).toHaveLength(1);
});
