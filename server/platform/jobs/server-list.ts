import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../module.ts';
import type { Redis } from '../redis/redis.ts';
import { createPolling } from './polling.ts';
import type { WakeUps } from './wake-ups.ts';

/** How many servers share the database, this one included. While the database is away: as many as before. */
export interface ServerCount {
  /** That run now. */
  alive(): number;
  /** That ran during the last minute and a half: what they have spent may still count. */
  seen(): number;
  /** Whether all of them have lost Redis, by what they last said. While the database is away nobody knows: false. */
  areAllWithoutRedis(): boolean;
}

export interface ServerList extends Job, ServerCount {
  /** Says that this server runs, and whether it reaches Redis, and reads which others do. */
  beat(): Promise<void>;
}

const beatEveryMs: Milliseconds = 2_500;
const aliveMs: Milliseconds = 10_000;
const seenMs: Milliseconds = 90_000;
const forgottenMs: Milliseconds = 600_000;

/**
 * Servers count up in a row of their own. Whose count stands still has ended, whatever the clocks of the servers say. The
 * count of a server without Redis is negative.
 */
export function createServerList(deps: {
  database: Database;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Undefined where there is none. */
  redis?: Pick<Redis, 'isAway' | 'onChange'> | undefined;
  wakeUps?: Pick<WakeUps, 'send' | 'listen'>;
}): ServerList {
  const { database, holder, clock, redis, wakeUps } = deps;
  /** By name: the last count, and when it was new. */
  const servers = new Map<string, { beats: number; at: Instant }>();
  let readAt: Instant = clock.now();
  let count = 0;
  /** How often Redis went away or came back: what was said before no longer counts. */
  let changes = 0;
  let readSince = -1;

  async function beat(): Promise<void> {
    count += 1;
    const since = changes;
    const beats = redis?.isAway() ? -count : count;
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
    // Stopped in order, and so not waited for. What it spent counts on.
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

  const listYounger = (maxAgeMs: Milliseconds) =>
    [...servers.values()].filter(({ at }) => readAt - at < maxAgeMs);
  const countYounger = (maxAgeMs: Milliseconds) => Math.max(1, listYounger(maxAgeMs).length);
  const polling = createPolling({
    everyMs: beatEveryMs,
    work: beat,
    failure: 'the list of servers could not be read',
    logger: deps.logger,
  });

  /** They read at once what this server has said. */
  async function tellOthers(): Promise<void> {
    await beat();
    await wakeUps?.send(database, 'servers');
  }

  function noteChange(): Promise<void> {
    changes += 1;
    return tellOthers();
  }
  let unlisten = [() => {}];

  return {
    beat,
    alive: () => countYounger(aliveMs),
    seen: () => countYounger(seenMs),
    areAllWithoutRedis: () =>
      readSince === changes &&
      clock.now() - readAt < aliveMs &&
      listYounger(aliveMs).every(({ beats }) => beats < 0),
    /** Servers that start together would else take themselves for the only ones until the next beat. */
    prepare: () => tellOthers().catch(() => undefined),
    start() {
      polling.start();
      unlisten = [
        redis?.onChange(() => void noteChange().catch(() => undefined)) ?? (() => {}),
        wakeUps?.listen('servers', polling.hurry) ?? (() => {}),
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
