import { monitorEventLoopDelay } from 'node:perf_hooks';
import { migrateDatabase } from '#server/platform/migrate-database.ts';
import { createSqliteDatabase } from '../support/databases.ts';
import { rssFeed, startFeedServer } from '../support/feed-server.ts';
import { createMalformedFeeds } from '../support/malformed-feeds.ts';
import { createNewsApp } from '../support/news-app.ts';
import { type Finding, limited, milliseconds } from './report.ts';

const count = 1_000;

/**
 * How long the event loop was kept from anything else while a thousand malformed feeds were read. The server that
 * sends them is in the same process: the figure is an upper bound.
 */
export async function measureNews(): Promise<Finding[]> {
  const database = await createSqliteDatabase();
  const server = await startFeedServer();
  const db = await database.open();
  await migrateDatabase(db);
  const items = Array.from({ length: 30 }, (_, index) => ({
    title: `Bitcoin and ether, headline ${index}`,
    url: `https://news.example/${index}`,
    summary: '<p>What happened &amp; why.</p>',
  }));
  const malformed = createMalformedFeeds([Buffer.from(rssFeed('Feed', items))], count);
  const feeds = malformed.map(({ bytes }, index) => {
    server.set(`/${index}`, bytes);
    return { address: `${server.origin}/${index}` };
  });
  const news = createNewsApp(db, feeds);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  try {
    delay.enable();
    await news.refresh();
    delay.disable();
    const p99 = delay.percentile(99) / 1e6;
    return [
      limited(
        `Event loop delay, 99th percentile, over ${count} malformed feeds`,
        p99,
        { atMost: 50 },
        milliseconds,
      ),
      { what: 'The longest of them', measured: milliseconds(delay.max / 1e6) },
    ];
  } finally {
    await news.close();
    await server.close();
    await database.remove();
  }
}
