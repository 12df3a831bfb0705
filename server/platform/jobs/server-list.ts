import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../module.ts';
import type { Redis } from '../redis/redis.ts';
import { createPolling } from './polling.ts';
import type { WakeUps } from './wake-ups.ts';

/** How many servers share the database, including this one. Keeps the last values while the database is down. */
export interface ServerCount {
  /** Servers running now. */
  alive(): number;
  /** Servers that ran during the last minute and a half: their use of budgets may still count. */
  seen(): number;
  /**
   * Whether all of them have lost Redis, by their last reports. False while the database is down, because nobody knows.
   */
  areAllWithoutRedis(): boolean;
}

export interface ServerList extends Job, ServerCount {
  /** Reports that this server runs and whether it reaches Redis, and reads the others' reports. */
  beat(): Promise<void>;
}

const beatEveryMs: Milliseconds = 2_500;
const aliveMs: Milliseconds = 10_000;
const seenMs: Milliseconds = 90_000;
const forgottenMs: Milliseconds = 600_000;

/**
 * Each server increments a count in its own row. A server whose count stands still has ended, whatever the servers'
 * clocks say. A negative count means that it can't reach Redis.
 */
export function createServerList(deps: {
  database: Database;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Undefined without Redis. */
  redis?: Pick<Redis, 'isDown' | 'onChange'> | undefined;
  wakeUps?: Pick<WakeUps, 'send' | 'listen'>;
}): ServerList {
  const { database, holder, clock, redis, wakeUps } = deps;
  /** By name: the last count, and when it last changed. */
  const servers = new Map<string, { beats: number; at: Instant }>();
  let readAt: Instant = clock.now();
  let count = 0;
  /** How often Redis went down or came back: earlier reports no longer count. */
  let changes = 0;
  let readSince = -1;

  async function beat(): Promise<void> {
    count += 1;
    const since = changes;
    const beats = redis?.isDown() ? -count : count;
    await database
      .insertInto('servers')
      .values({ name: holder, beats })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ beats }))
      .execute();
    const rows = await database.selectFrom('servers').selectAll().execute();
    readAt = clock.now();
    readSince = since;
    note(rows);
    await removeForgotten();
  }

  function note(rows: readonly { name: string; beats: number }[]): void {
    const names = new Set(rows.map(({ name }) => name));
    // Stopped in an orderly way, so not waited for. What it used still counts.
    for (const [name, server] of servers) {
      if (!names.has(name) && readAt - server.at < aliveMs)
        servers.set(name, { ...server, at: readAt - aliveMs });
    }
    for (const { name, beats: count } of rows) {
      if (servers.get(name)?.beats !== count) servers.set(name, { beats: count, at: readAt });
    }
  }

  async function removeForgotten(): Promise<void> {
    const forgotten = [...servers].filter(([, { at }]) => readAt - at > forgottenMs).map(([name]) => name);
    if (forgotten.length === 0) return;
    await database.deleteFrom('servers').where('name', 'in', forgotten).execute();
    for (const name of forgotten) servers.delete(name);
  }

  const listRecent = (maxAgeMs: Milliseconds) =>
    [...servers.values()].filter(({ at }) => readAt - at < maxAgeMs);
  const countRecent = (maxAgeMs: Milliseconds) => Math.max(1, listRecent(maxAgeMs).length);
  const polling = createPolling({
    everyMs: beatEveryMs,
    work: beat,
    failure: 'the list of servers could not be read',
    logger: deps.logger,
  });

  /** Makes the others read this server's report immediately. */
  async function announce(): Promise<void> {
    await beat();
    await wakeUps?.send(database, 'servers');
  }

  function noteChange(): Promise<void> {
    changes += 1;
    return announce();
  }
  let unlisten = [() => {}];

  return {
    beat,
    alive: () => countRecent(aliveMs),
    seen: () => countRecent(seenMs),
    areAllWithoutRedis: () =>
      readSince === changes &&
      clock.now() - readAt < aliveMs &&
      listRecent(aliveMs).every(({ beats }) => beats < 0),
    /** Otherwise servers that start together would each count one server until the next beat. */
    prepare: () => announce().catch(() => undefined),
    start() {
      polling.start();
      unlisten = [
        redis?.onChange(() => void noteChange().catch(() => undefined)) ?? (() => {}),
        wakeUps?.listen('servers', polling.runSoon) ?? (() => {}),
      ];
    },
    async stop() {
      for (const end of unlisten) end();
      await polling.stop();
      await database
        .deleteFrom('servers')
        .where('name', '=', holder)
        .execute()
        .catch(() => undefined);
    },
  };
}
