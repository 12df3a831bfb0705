import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { TestDatabase } from '../databases.ts';
import { type FeedItem, type FeedServer, startFeedServer } from './feed-server.ts';
import { createNewsApp, type NewsApp, newsNow } from './news-app.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** An item of a feed, an hour old. */
export const item = (name: string, parts: Partial<FeedItem> = {}): FeedItem => ({
  title: `Headline ${name}`,
  url: `https://news.example/${name}`,
  at: newsNow - hour,
  ...parts,
});

/** Opens a database for the surrounding tests and a feed server for each; clears the articles after each. */
export function openNews(create: () => Promise<TestDatabase>) {
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

  return {
    db: () => db,
    server: () => server,
    /** Serves `feed` under a path of this test's server. */
    set: (path: string, feed: Parameters<FeedServer['set']>[1]) => server.set(path, feed),
    /** Returns the requests for a path so far. */
    requests: (path: string) => server.requests.filter(({ url }) => url === path),
    /** Opens news with the feeds under these paths. */
    open(...paths: string[]): NewsApp {
      const feeds = paths.map((path) => ({ address: server.origin + path }));
      const news = createNewsApp(db, feeds);
      opened.push(news);
      return news;
    },
  };
}
