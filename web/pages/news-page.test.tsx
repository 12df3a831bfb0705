import { describe, expect, it } from 'vitest';
import type { NewsStatus } from '#contract/news.ts';
import { renderPage } from '#web/entry-server.tsx';
import { pageInDollars } from '../../tests/support/page-currencies.ts';
import { siteTexts } from '../../tests/support/site-texts.ts';

const asOf = '2026-11-21T12:00:00.000Z';

/** Articles from that many sources. The first source has the most. */
function listArticles(sources: number) {
  return Array.from({ length: sources }, (_, source) =>
    Array.from({ length: sources - source }, (_none, index) => ({
      id: `${source} ${index}`,
      title: 'A headline',
      summary: '',
      url: 'https://news.example/',
      published_at: asOf,
      categories: ['Market'],
      topics: [],
      coins: [],
      source: { name: `Source ${source + 1}`, favicon: '' },
    })),
  ).flat();
}

interface Answers {
  state: NewsStatus['state'];
  sources?: number;
  topics?: number;
}

/** The server-rendered page, and its filter cards. */
async function render({ state, sources = 0, topics = 0 }: Answers) {
  const news = { state, asOf: state === 'live' || state === 'stale' ? asOf : null };
  const answers: Record<string, unknown> = {
    '/api/status': { market: { source: 'simulated', state: 'live', asOf }, news, version: '1.0.0' },
    '/api/news': { data: listArticles(sources) },
    '/api/news/trending-topics': Array.from({ length: topics }, (_, index) => ({
      name: `Topic ${index + 1}`,
      change: '-8%',
    })),
  };
  const page = await renderPage({
    path: '/news',
    site: siteTexts,
    supportEmail: 'support@localhost',
    hasLocalInbox: true,
    hasAds: false,
    dataAt: Date.parse(asOf),
    ...pageInDollars,
    read: async (path) =>
      path in answers ? { status: 200, body: JSON.stringify(answers[path]) } : { status: 503, body: '{}' },
  });
  const html = page.html.replaceAll('<!-- -->', '');
  return { html, filters: html.slice(html.indexOf('<aside'), html.indexOf('</aside>')) };
}

describe('the news page', () => {
  it('shows the first eight topics and the six most popular sources', async () => {
    const { filters } = await render({ state: 'live', sources: 7, topics: 9 });
    for (const text of ['Topic 1<', 'Topic 8<', '-8%', 'Source 1<', 'Source 6<', 'Clear Filter'])
      expect(filters).toContain(text);
    for (const text of ['Topic 9', 'Source 7']) expect(filters).not.toContain(text);
  });

  it('shows the age of the headlines, or how long no source has answered', async () => {
    const live = await render({ state: 'live', sources: 1 });
    expect(live.html).toMatch(/Headlines as of <time dateTime="2026-11-21T12:00:00\.000Z"/);
    const stale = await render({ state: 'stale', sources: 1 });
    expect(stale.html).toMatch(/Sources last answered <time dateTime="2026-11-21T12:00:00\.000Z"/);
    expect(stale.html).not.toContain('Headlines as of');
  });

  it.each([
    ['off', 'News is switched off on this site.'],
    ['starting', 'No source has answered yet.'],
    ['stale', 'No source can be reached at the moment.'],
    ['live', 'published nothing in the last 30 days'],
  ] as const)('is empty and says why if news is %s', async (state, reason) => {
    const { html, filters } = await render({ state });
    expect(html).toContain('No news articles available at the moment.');
    expect(html).toContain(reason);
    expect(filters).toContain('No trending topics available.');
    expect(filters).not.toContain('Popular Sources');
  });
});
