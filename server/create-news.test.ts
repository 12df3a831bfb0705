import type { ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { type TestDatabase, testDatabases } from '../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../tests/support/market/fake-market.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../tests/support/news/feed-server.ts';
import { createNews, type News } from './create-news.ts';

const feed = rssFeed('Block Ledger', [
  { title: 'Bitcoin is quiet', url: 'https://news.example/1', at: Date.now() - 60_000 },
]);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`several processes with one ${name}`, () => {
    let database: TestDatabase;
    let server: FeedServer;
    const running: News[] = [];

    beforeAll(async () => {
      database = await create();
      await migrateDatabase(await database.open());
      server = await startFeedServer();
    });
    afterEach(() => Promise.all(running.splice(0).map((news) => news.stop())));
    afterAll(async () => {
      await server.close();
      await database.remove();
    });

    async function createProcess(feeds: readonly string[] = [`${server.origin}/feed`]) {
      const market = new FakeMarket();
      market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      const registry = new Registry();
      const news = createNews({
        config: { feeds },
        database: await database.open(),
        market,
        clock: { now: Date.now },
        logger: createLogger('silent'),
        registry,
        version: '1.2.3',
      });
      running.push(news);
      const answers = async () => /^news_feed_answers_total\{.*$/m.exec(await registry.metrics())?.[0];
      return { news, answers };
    }
    const list = ({ service }: News) => service.listArticles({ page: 1, perPage: 10 });

    it('ask the feeds by one of them, and show its news in all', async () => {
      let answer: ServerResponse | undefined;
      server.set('/feed', (_request, response) => {
        answer = response;
      });
      const first = await createProcess();
      const second = await createProcess();
      first.news.start();
      await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 20_000 });
      second.news.start();
      // Ends when it has seen that another one asks.
      await second.news.stop();
      answer?.end(feed);
      await vi.waitFor(() => expect(first.news.service.status().state).toBe('live'), { timeout: 20_000 });
      expect(server.asked).toHaveLength(1);
      expect([await first.answers(), await second.answers()]).toEqual([
        expect.stringContaining('outcome="new"} 1'),
        undefined,
      ]);
      await second.news.service.reload();
      for (const { news } of [first, second]) {
        expect(await list(news)).toMatchObject([{ title: 'Bitcoin is quiet', coins: ['bitcoin'] }]);
      }
    });

    it('ask at once what another one had asked for as it ended', async () => {
      const path = '/slow';
      const isAsked = () => server.asked.filter(({ url }) => url === path).length;
      server.set(path, () => undefined);
      const first = await createProcess([server.origin + path]);
      first.news.start();
      await vi.waitFor(() => expect(isAsked()).toBe(1), { timeout: 20_000 });
      await first.news.stop();
      expect(await first.answers()).toBeUndefined();
      const second = await createProcess([server.origin + path]);
      second.news.start();
      await vi.waitFor(() => expect(isAsked()).toBe(2), { timeout: 20_000 });
    });

    it('ask nobody and show nothing where news are off', async () => {
      const { news, answers } = await createProcess([]);
      const before = server.asked.length;
      news.start();
      await news.service.reload();
      await news.stop();
      expect(news.service.status()).toEqual({ state: 'off', asOf: null });
      expect([await list(news), await news.service.listTopics()]).toEqual([[], []]);
      expect([server.asked.length, await answers()]).toEqual([before, undefined]);
    });
  });
}
