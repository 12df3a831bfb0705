import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../../tests/support/news/feed-server.ts';
import { createTestParts } from '../../tests/support/test-parts.ts';
import { createNewsModule } from './module.ts';
import type { NewsService } from './service.ts';

const feed = rssFeed('Block Ledger', [
  { title: 'Bitcoin is quiet', url: 'https://news.example/1', at: Date.now() - 60_000 },
]);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`several processes sharing one ${name}`, () => {
    let database: TestDatabase;
    let server: FeedServer;
    const running: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      database = await create();
      await migrateDatabase(await database.open());
      server = await startFeedServer();
    });
    afterEach(() => Promise.all(running.splice(0).map((stop) => stop())));
    afterAll(async () => {
      await server.close();
      await database.remove();
    });

    async function createProcess(feeds: readonly string[] = [`${server.origin}/feed`]) {
      const market = new FakeMarket();
      market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      const parts = createTestParts({ db: await database.open() });
      const news = createNewsModule({ ...parts, config: { news: { feeds } }, market });
      const start = async () => {
        for (const job of news.jobs) await job.start();
      };
      const stop = async () => {
        for (const job of news.jobs) await job.stop();
      };
      running.push(stop);
      const answers = async () => /^news_feed_answers_total\{.*$/m.exec(await parts.registry.metrics())?.[0];
      return { service: news.service, start, stop, answers };
    }
    const list = ({ service }: { service: NewsService }) => service.listArticles({ page: 1, perPage: 10 });

    it('let one of them request the feeds, and all show its news', async () => {
      let answer: ServerResponse | undefined;
      server.set('/feed', (_request, response) => {
        answer = response;
      });
      const first = await createProcess();
      const second = await createProcess();
      await first.start();
      await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 20_000 });
      await second.start();
      // It ends once it has seen that another process refreshes.
      await second.stop();
      answer?.end(feed);
      await vi.waitFor(() => expect(first.service.status().state).toBe('live'), { timeout: 20_000 });
      expect(server.requests).toHaveLength(1);
      expect([await first.answers(), await second.answers()]).toEqual([
        expect.stringContaining('outcome="new"} 1'),
        undefined,
      ]);
      await second.service.reload();
      for (const one of [first, second]) {
        expect(await list(one)).toMatchObject([{ title: 'Bitcoin is quiet', coins: ['bitcoin'] }]);
      }
    });

    it('show news from one feed while all others are still loading', async () => {
      const held: ServerResponse[] = [];
      const paths = ['/hung-1', '/hung-2', '/hung-3', '/hung-4', '/hung-5', '/hung-6', '/prompt'];
      for (const path of paths) server.set(path, (_request, response) => void held.push(response));
      server.set('/prompt', feed);
      const one = await createProcess(paths.map((path) => server.origin + path));
      await one.start();
      await vi.waitFor(async () => expect(await list(one)).toHaveLength(1), { timeout: 20_000 });
      expect(held).toHaveLength(6);
      expect(held.some(({ writableEnded, destroyed }) => writableEnded || destroyed)).toBe(false);
    });

    it('immediately request what another process had requested when it ended', async () => {
      const path = '/slow';
      const isAsked = () => server.requests.filter(({ url }) => url === path).length;
      server.set(path, () => undefined);
      const first = await createProcess([server.origin + path]);
      await first.start();
      await vi.waitFor(() => expect(isAsked()).toBe(1), { timeout: 20_000 });
      await first.stop();
      expect(await first.answers()).toBeUndefined();
      const second = await createProcess([server.origin + path]);
      await second.start();
      await vi.waitFor(() => expect(isAsked()).toBe(2), { timeout: 20_000 });
    });

    it('request nothing and show nothing if news is off', async () => {
      const { answers, start, stop, ...news } = await createProcess([]);
      const before = server.requests.length;
      await start();
      await news.service.reload();
      await stop();
      expect(news.service.status()).toEqual({ state: 'off', asOf: null });
      expect([await list(news), await news.service.listTopics()]).toEqual([[], []]);
      expect([server.requests.length, await answers()]).toEqual([before, undefined]);
    });
  });
}
