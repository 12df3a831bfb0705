import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createBucketRateLimiter } from '#server/platform/limits/bucket-rate-limiter.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import { fakeNews } from '../../tests/support/news/fake-news.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../../tests/support/news/feed-server.ts';
import { createNewsApp, type NewsApp, newsNow } from '../../tests/support/news/news-app.ts';
import { maxListsPerMinute, registerNewsRoutes } from './routes.ts';

let database: TestDatabase;
let server: FeedServer;
let news: NewsApp;

beforeAll(async () => {
  database = await createSqliteDatabase();
  server = await startFeedServer();
  const db = await database.open();
  await migrateDatabase(db);
  const items = Array.from({ length: 5 }, (_, index) => ({
    title: `Headline ${index}`,
    url: `https://news.example/${index}`,
    at: newsNow - index * 60_000,
  }));
  server.set('/feed', rssFeed('Chain Weekly', items));
  news = createNewsApp(db, [{ address: `${server.origin}/feed` }]);
  await news.refresh();
});
afterAll(async () => {
  await news.close();
  await server.close();
  await database.remove();
});

describe('/api/news', () => {
  it.each(['/api/news', '/api/news/trending-topics'])('%s is encoded once, and sent once', async (url) => {
    const { app } = news;
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]+-br"$/),
      'last-modified': new Date(newsNow).toUTCString(),
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await app.inject({ url, headers })).statusCode).toBe(304);
  });

  it('returns pages', async () => {
    expect(await news.titles('?per_page=2')).toEqual(['Headline 0', 'Headline 1']);
    expect(await news.titles('?per_page=2&page=3')).toEqual(['Headline 4']);
    expect(await news.titles('?per_page=2&page=4')).toEqual([]);
    expect(await news.titles('?something=else')).toHaveLength(5);
  });

  it('refuses a network that asks for too many different lists, before they are read', async () => {
    const app = createBareApp();
    const limiter = createBucketRateLimiter({ clock: { now: () => newsNow }, maxSubjects: 10 });
    const publicUrl = () => 'https://altimeter.example';
    registerNewsRoutes(app, { news: news.service, publicUrl, limiter });
    const ask = async (page: number, remoteAddress = '203.0.113.1') =>
      (await app.inject({ url: `/api/news?per_page=3&page=${page}`, remoteAddress })).statusCode;
    for (let page = 1; page <= maxListsPerMinute; page += 1) expect(await ask(page)).toBe(200);
    expect(await ask(maxListsPerMinute + 1, '203.0.113.2')).toBe(429);
    expect(await ask(maxListsPerMinute)).toBe(200);
    expect(await ask(maxListsPerMinute + 1, '198.51.100.1')).toBe(200);
    await app.close();
  });

  it.each(['per_page=0', 'per_page=251', 'per_page=x', 'page=0', 'page=1.5', 'coin=a%20b', 'page=1&page=2'])(
    'refuses %s',
    async (query) => {
      const answer = await news.app.inject(`/api/news?${query}`);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    },
  );

  it('is empty, without an error, if there is no news', async () => {
    const app = createBareApp();
    registerNewsRoutes(app, { news: fakeNews(), publicUrl: () => 'https://altimeter.example' });
    expect((await app.inject('/api/news')).json()).toEqual({ data: [] });
    expect((await app.inject('/api/news/trending-topics')).json()).toEqual([]);
  });
});

describe('the mark of a source', () => {
  it.each([
    ['Chain Weekly', 'C'],
    ['é la', 'É'],
    ['<script>alert(1)</script>', 'S'],
    ['"/><script>', 'S'],
    ['…', ''],
  ])('of %s is its first letter only', async (name, letter) => {
    const { statusCode, headers, body } = await news.app.inject(
      `/images/sources/${encodeURIComponent(name)}`,
    );
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(body).toContain(`>${letter}</text>`);
    expect(body).not.toContain('script');
  });
});
