import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../module.ts';
import { createPolling } from './polling.ts';

/** How many servers share the database, this one included. While the database is away: as many as before. */
export interface ServerCount {
  /** That run now. */
  alive(): number;
  /** That ran during the last minute and a half: what they have spent may still count. */
  seen(): number;
}

export interface ServerList extends Job, ServerCount {
  /** Says that this server runs, and reads which others do. */
  beat(): Promise<void>;
}

const beatEveryMs: Milliseconds = 2_500;
const aliveMs: Milliseconds = 10_000;
const seenMs: Milliseconds = 90_000;
const forgottenMs: Milliseconds = 600_000;

/**
 * Servers count up in a row of their own. Whose count stands still has ended, whatever the clocks of the servers say.
 */
export function createServerList(deps: {
  database: Database;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
}): ServerList {
  const { database, holder, clock } = deps;
  /** By name: the last count, and when it was new. */
  const servers = new Map<string, { beats: number; at: Instant }>();
  let readAt: Instant = clock.now();
  let beats = 0;

  async function beat(): Promise<void> {
    beats += 1;
    await database
      .insertInto('servers')
      .values({ name: holder, beats })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ beats }))
      .execute();
    const rows = await database.selectFrom('servers').selectAll().execute();
    readAt = clock.now();
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

  const count = (maxAgeMs: Milliseconds) =>
    Math.max(1, [...servers.values()].filter(({ at }) => readAt - at < maxAgeMs).length);
  const polling = createPolling({
    everyMs: beatEveryMs,
    work: beat,
    failure: 'the list of servers could not be read',
    logger: deps.logger,
  });

  return {
    beat,
    alive: () => count(aliveMs),
    seen: () => count(seenMs),
    prepare: () => beat().catch(() => undefined),
    start: polling.start,
    async stop() {
      await polling.stop();
      await database
        .deleteFrom('servers')
        .where('name', '=', holder)
        .execute()
        .catch(() => undefined);
    },
  };
}
