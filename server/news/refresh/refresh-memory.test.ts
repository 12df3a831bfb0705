import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../tests/support/databases.ts';
import { type FeedItem, rssFeed } from '../../../tests/support/news/feed-server.ts';
import { newsNow } from '../../../tests/support/news/news-app.ts';
import { day, hour, item, minute, openNews } from '../../../tests/support/news/news-tests.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`news across refreshes on ${name}`, () => {
    const feeds = openNews(create);

    it('from a feed whose address changes is shown under the new one, once each', async () => {
      const items = [item('1', { guid: 'a' }), { title: 'Undated', url: 'https://news.example/u' }];
      feeds.set('/old', rssFeed('Old', items));
      const before = feeds.open('/old');
      await before.refresh();
      feeds.set('/new', rssFeed('New', items));
      const news = feeds.open('/new');
      news.pass(hour);
      await news.refresh();
      expect(
        (await news.list()).map(({ title, source, published_at }) => [title, source.name, published_at]),
      ).toEqual([
        ['Undated', 'New', new Date(newsNow).toISOString()],
        ['Headline 1', 'New', new Date(newsNow - hour).toISOString()],
      ]);
      feeds.set('/new', rssFeed('New', [item('moved', { guid: 'a', title: 'Another headline' })]));
      news.pass(10 * minute);
      await news.refresh();
      expect((await news.titles()).sort()).toEqual(['Headline 1', 'Undated']);
    });

    it('from an unchanged feed is requested in full once a day, and after each start', async () => {
      const serveArticles = (articles: readonly FeedItem[]) => {
        feeds.set('/a', (request, response) => {
          if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
          response.writeHead(200, { etag: '"1"' }).end(rssFeed('A', articles));
        });
      };
      serveArticles([item('1')]);
      const news = feeds.open('/a');
      await news.refresh();
      await feeds.db().deleteFrom('articles').execute();
      news.pass(10 * minute);
      await news.refresh();
      expect(await news.titles()).toEqual([]);
      const restarted = feeds.open('/a');
      restarted.pass(20 * minute);
      await restarted.refresh();
      expect(await restarted.titles()).toEqual(['Headline 1']);
      serveArticles([item('1'), item('2')]);
      for (let passed = 0; passed < day; passed += 6 * hour) {
        expect(await restarted.titles()).toEqual(['Headline 1']);
        restarted.pass(6 * hour);
        await restarted.refresh();
      }
      expect((await restarted.titles()).sort()).toEqual(['Headline 1', 'Headline 2']);
    });

    it('is stale if a feed answers "unchanged" to an unconditional request', async () => {
      feeds.set('/a', (_request, response) => response.writeHead(304).end());
      const news = feeds.open('/a');
      await news.refresh();
      expect(news.service.status().state).toBe('starting');
    });

    it('without a date does not return as new while its feed lists it', async () => {
      const undated: FeedItem = { title: 'Undated', url: 'https://news.example/u' };
      const fromTheFuture = item('1', { at: newsNow + 365 * day });
      feeds.set('/a', rssFeed('A', [undated, fromTheFuture]));
      const news = feeds.open('/a');
      await news.refresh();
      expect(await news.titles()).toHaveLength(2);
      feeds.set('/a', rssFeed('A', [item('2')]));
      news.pass(10 * minute);
      await news.refresh();
      feeds.set('/a', rssFeed('A', [undated, fromTheFuture]));
      news.pass(30 * day + hour);
      await news.refresh();
      const restarted = feeds.open('/a');
      restarted.pass(31 * day);
      await restarted.refresh();
      expect(await restarted.titles()).toEqual([]);
    });

    it('that cannot be read is logged in one line, and again only if other feeds fail or all are back', async () => {
      for (const path of ['/a', '/b']) feeds.set(path, (_request, response) => response.writeHead(503).end());
      const news = feeds.open('/a', '/b');
      await news.refresh();
      const { host } = new URL(feeds.server().origin);
      const reason = `${host}: it answered 503`;
      const both = '2 of 2 news feeds cannot be read; each is tried again';
      expect(news.log).toEqual([['warn', { reasons: ['it answered 503'] }, both]]);
      news.pass(hour);
      await news.refresh();
      expect(news.log).toHaveLength(1);
      for (const path of ['/a', '/b']) feeds.set(path, rssFeed('Feed', []));
      news.pass(hour);
      await news.refresh();
      feeds.set('/b', (_request, response) => response.writeHead(503).end());
      news.pass(hour);
      await news.refresh();
      expect(news.log.slice(1)).toEqual([
        ['info', 'all news feeds can be read again'],
        ['info', { feeds: [reason] }, '1 of 2 news feeds cannot be read; each is tried again'],
      ]);
    });
  });
}
