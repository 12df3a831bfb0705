import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import {
  type FeedItem,
  type FeedServer,
  rssFeed,
  startFeedServer,
} from '../../../tests/support/news/feed-server.ts';
import { createNewsApp, type NewsApp, newsNow } from '../../../tests/support/news/news-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const item = (name: string, parts: Partial<FeedItem> = {}): FeedItem => ({
  title: `Headline ${name}`,
  url: `https://news.example/${name}`,
  at: newsNow - hour,
  ...parts,
});

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`what is known of feeds on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let server: FeedServer;
    const opened: NewsApp[] = [];

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterAll(() => database.remove());
    beforeEach(async () => {
      server = await startFeedServer();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((news) => news.close()));
      await db.deleteFrom('articles').execute();
      await server.close();
    });

    function open(...paths: string[]): NewsApp {
      const feeds = paths.map((path) => ({ address: server.origin + path }));
      const news = createNewsApp(db, feeds);
      opened.push(news);
      return news;
    }

    it('of a feed whose address changes are shown under the new one, once each', async () => {
      const items = [item('1', { guid: 'a' }), { title: 'Undated', url: 'https://news.example/u' }];
      server.set('/old', rssFeed('Old', items));
      const before = open('/old');
      await before.refresh();
      server.set('/new', rssFeed('New', items));
      const news = open('/new');
      news.pass(hour);
      await news.refresh();
      expect(
        (await news.list()).map(({ title, source, published_at }) => [title, source.name, published_at]),
      ).toEqual([
        ['Undated', 'New', new Date(newsNow).toISOString()],
        ['Headline 1', 'New', new Date(newsNow - hour).toISOString()],
      ]);
      server.set('/new', rssFeed('New', [item('moved', { guid: 'a', title: 'Another headline' })]));
      news.pass(10 * minute);
      await news.refresh();
      expect((await news.titles()).sort()).toEqual(['Headline 1', 'Undated']);
    });

    it('of a feed that says nothing is new are asked for whole once a day, and after each start', async () => {
      const say = (articles: readonly FeedItem[]) => {
        server.set('/a', (request, response) => {
          if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
          response.writeHead(200, { etag: '"1"' }).end(rssFeed('A', articles));
        });
      };
      say([item('1')]);
      const news = open('/a');
      await news.refresh();
      await db.deleteFrom('articles').execute();
      news.pass(10 * minute);
      await news.refresh();
      expect(await news.titles()).toEqual([]);
      const restarted = open('/a');
      restarted.pass(20 * minute);
      await restarted.refresh();
      expect(await restarted.titles()).toEqual(['Headline 1']);
      say([item('1'), item('2')]);
      for (let passed = 0; passed < day; passed += 6 * hour) {
        expect(await restarted.titles()).toEqual(['Headline 1']);
        restarted.pass(6 * hour);
        await restarted.refresh();
      }
      expect((await restarted.titles()).sort()).toEqual(['Headline 1', 'Headline 2']);
    });

    it('are stale where a feed answers "unchanged" to who asks for all it has', async () => {
      server.set('/a', (_request, response) => response.writeHead(304).end());
      const news = open('/a');
      await news.refresh();
      expect(news.service.status().state).toBe('starting');
    });

    it('without a date do not come back as new while their feed lists them', async () => {
      const undated: FeedItem = { title: 'Undated', url: 'https://news.example/u' };
      const fromTheFuture = item('1', { at: newsNow + 365 * day });
      server.set('/a', rssFeed('A', [undated, fromTheFuture]));
      const news = open('/a');
      await news.refresh();
      expect(await news.titles()).toHaveLength(2);
      server.set('/a', rssFeed('A', [item('2')]));
      news.pass(10 * minute);
      await news.refresh();
      server.set('/a', rssFeed('A', [undated, fromTheFuture]));
      news.pass(30 * day + hour);
      await news.refresh();
      const restarted = open('/a');
      restarted.pass(31 * day);
      await restarted.refresh();
      expect(await restarted.titles()).toEqual([]);
    });

    it('that cannot be read are told of in one line, again only when others join them, and when all are back', async () => {
      for (const path of ['/a', '/b'])
        server.set(path, (_request, response) => response.writeHead(503).end());
      const news = open('/a', '/b');
      await news.refresh();
      const { host } = new URL(server.origin);
      const reason = `${host}: it answered 503`;
      const both = '2 of 2 news feeds cannot be read; each is tried again';
      expect(news.log).toEqual([['warn', { reasons: ['it answered 503'] }, both]]);
      news.pass(hour);
      await news.refresh();
      expect(news.log).toHaveLength(1);
      for (const path of ['/a', '/b']) server.set(path, rssFeed('Feed', []));
      news.pass(hour);
      await news.refresh();
      server.set('/b', (_request, response) => response.writeHead(503).end());
      news.pass(hour);
      await news.refresh();
      expect(news.log.slice(1)).toEqual([
        ['info', 'all news feeds can be read again'],
        ['info', { feeds: [reason] }, '1 of 2 news feeds cannot be read; each is tried again'],
      ]);
    });
  });
}
