import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article } from '#contract/news.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createSqliteDatabase, type TestDatabase } from '../support/databases.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../support/news/feed-server.ts';
import { malformedPaths, serveMalformedFeeds } from '../support/news/malformed-feeds.ts';
import { createNewsApp, type NewsApp, newsNow } from '../support/news/news-app.ts';
import { pageInDollars } from '../support/page-currencies.ts';
import { siteTexts } from '../support/site-texts.ts';

const count = 1000;

/** An endless answer, byte by byte or as fast as it is read. */
const endless = (size: number) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/xml' });
  response.write('<rss version="2.0"><channel><item><title>');
  const pour = setInterval(() => response.write('x'.repeat(size)), 20);
  response.once('close', () => clearInterval(pour));
};

let database: TestDatabase;
let server: FeedServer;
let news: NewsApp;

beforeAll(async () => {
  database = await createSqliteDatabase();
  const db = await database.open();
  await migrateDatabase(db);
  server = await startFeedServer();
  serveMalformedFeeds(server, count);
  server.set('/trickle', endless(1));
  server.set('/flood', endless(1_000_000));
  server.set(
    '/whole',
    rssFeed('Whole', [{ title: 'The one whole feed', url: 'https://whole.example/', at: newsNow }]),
  );
  const paths = ['/trickle', '/flood', ...malformedPaths(count), '/whole'];
  const feeds = paths.map((path) => ({ address: server.origin + path }));
  news = createNewsApp(db, feeds);
});
afterAll(async () => {
  await news.close();
  await server.close();
  await database.remove();
});

async function listAll(): Promise<Article[][]> {
  const pages: Article[][] = [];
  for (let page = 1; ; page++) {
    const articles = await news.list(`?per_page=250&page=${page}`);
    if (articles.length === 0) return pages;
    pages.push(articles);
  }
}

/** The news page with these articles, as rendered by the server. */
async function renderNews(data: readonly Article[]): Promise<string> {
  // Imported by a path in a variable, so that the compiler does not check the web's code here.
  const entry = '#web/entry-server.tsx';
  const { renderPage } = (await import(entry)) as {
    renderPage(request: object): Promise<{ html: string }>;
  };
  const answers: Record<string, unknown> = {
    '/api/news': { data },
    '/api/news/trending-topics': await news.topics(),
  };
  const { html } = await renderPage({
    path: '/news',
    supportEmail: 'support@localhost',
    hasLocalInbox: true,
    site: siteTexts,
    hasAds: true,
    dataAt: newsNow,
    ...pageInDollars,
    read: async (path: string) =>
      path in answers ? { status: 200, body: JSON.stringify(answers[path]) } : { status: 503, body: '{}' },
  });
  return html;
}

describe(`${count} malformed feeds`, () => {
  it('affect neither the server nor an intact feed, and inject no script into a page', async () => {
    await news.refresh();
    expect(news.service.status().state).toBe('live');
    const pages = await listAll();
    const articles = pages.flat();
    expect(articles.map(({ title }) => title)).toContain('The one whole feed');
    expect(articles.length).toBeGreaterThan(20);
    for (const { url, title, summary } of articles) {
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(title).not.toBe('');
      expect(`${title}${summary}`).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      expect([...title].length).toBeLessThanOrEqual(200);
      expect([...summary].length).toBeLessThanOrEqual(320);
    }
    for (const page of pages) {
      const html = await renderNews(page);
      expect(html).toContain('Crypto News');
      expect(html).not.toMatch(/<script|<iframe|<img src="?x|<svg\/|href="?\s*(?:javascript|data):/i);
    }
  }, 300_000);
});
