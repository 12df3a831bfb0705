import { tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { startChildServer } from '../support/child-server.ts';
import { createSqliteDatabase } from '../support/databases.ts';
import { malformedPaths } from '../support/news/malformed-feeds.ts';
import { createNewsApp } from '../support/news/news-app.ts';
import { type Finding, limited, milliseconds } from './report.ts';

const count = 1_000;
const idleMs = 5_000;

/** Measures how long the event loop is blocked while a thousand malformed feeds are read. */
export async function measureNews(): Promise<Finding[]> {
  const { RECORDINGS_DIR } = process.env;
  const server = await startChildServer('tests/bench/malformed-feed-server.ts', {
    cwd: tmpdir(),
    args: [`${count}`],
    env: RECORDINGS_DIR === undefined ? {} : { RECORDINGS_DIR },
  });
  const database = await createSqliteDatabase();
  const db = await database.open();
  await migrateDatabase(db);
  const news = createNewsApp(
    db,
    malformedPaths(count).map((path) => ({ address: server.url + path })),
  );
  try {
    const idle = await measureDelay(() => wait(idleMs));
    const busy = await measureDelay(news.refresh);
    return [
      limited(
        `Event loop delay, 99th percentile, over ${count} malformed feeds`,
        busy.p99,
        { atMost: 50 },
        milliseconds,
      ),
      { what: 'The longest delay', measured: milliseconds(busy.max) },
      {
        what: '99th percentile while nothing is read, which this machine adds',
        measured: milliseconds(idle.p99),
      },
    ];
  } finally {
    await news.close();
    await server.stop();
    await database.remove();
  }
}

/** The event loop's delay during `work`, in milliseconds. */
async function measureDelay(work: () => Promise<unknown>): Promise<{ p99: number; max: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
}
