import type { Transaction } from 'kysely';
import { keyedHash } from '#server/platform/keys.ts';
import { type Clock, waitUntil } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** At most `count` in any `ms` milliseconds. */
export interface RateWindow {
  readonly count: number;
  readonly ms: number;
}

/** Something that is counted: who or what, and how often it may be. */
export interface RateLimit {
  readonly subject: string;
  readonly windows: readonly RateWindow[];
}

export interface RateLimiter {
  /**
   * Counts one against all the limits, or against none where one of them is reached: then it gives how many
   * milliseconds to wait, else undefined. Parallel calls, in several processes too, never pass a limit together.
   */
  take(limits: readonly RateLimit[]): Promise<number | undefined>;
}

/** By how much the clocks of processes that share a database may differ. What is further ahead is from before the clock was set back. */
const clockSkewMs = 60_000;

/** Lets everything pass. */
export const unlimited: RateLimiter = { take: async () => undefined };

/** Forgets what no longer counts. */
export async function removeExpiredRates(db: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<=', clock.now()).execute();
}

/** Counts in the database. Subjects are kept as hashes under `key`, so that the table names nobody. */
export function createRateLimiter(deps: { db: Database; key: Buffer; clock: Clock }): RateLimiter {
  const { db, key, clock } = deps;
  return {
    async take(limits) {
      const now = clock.now();
      // In one order everywhere, so that two that lock the same rows cannot wait for each other.
      const rows = limits
        .map(({ subject, windows }) => ({ key: keyedHash(key, subject), windows }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      // Nearly all of a flood is refused. That takes no write: each would wait for the disk.
      const knownWait = longestWait(await readHits(db, rows), now);
      if (knownWait > 0) return knownWait;
      return db.transaction().execute(async (tx) => {
        const counted = [];
        for (const row of rows) counted.push({ ...row, hits: await lockHits(tx, row.key, now) });
        const wait = longestWait(counted, now);
        if (wait > 0) return wait;
        for (const { key: rowKey, windows, hits } of counted)
          await saveHits(tx, rowKey, windows, [...hits, now]);
        return undefined;
      });
    },
  };
}

interface LimitedRow {
  readonly key: string;
  readonly windows: readonly RateWindow[];
}

type CountedRow = LimitedRow & { readonly hits: readonly number[] };

async function readHits(db: Database, rows: readonly LimitedRow[]): Promise<CountedRow[]> {
  const found = await db
    .selectFrom('rate_limits')
    .select(['key', 'hits'])
    .where(
      'key',
      'in',
      rows.map((row) => row.key),
    )
    .execute();
  const hitsByKey = new Map(found.map((row) => [row.key, JSON.parse(row.hits) as number[]]));
  return rows.map((row) => ({ ...row, hits: hitsByKey.get(row.key) ?? [] }));
}

function longestWait(rows: readonly CountedRow[], now: number): number {
  return Math.max(...rows.map(({ windows, hits }) => waitFor(windows, hits, now)));
}

/** The row's instants, oldest first. Until the transaction ends nobody else gets them. */
async function lockHits(tx: Transaction<Tables>, key: string, now: number): Promise<number[]> {
  const row = await tx
    .insertInto('rate_limits')
    .values({ key, hits: '[]', expires_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('hits')
    .executeTakeFirstOrThrow();
  return JSON.parse(row.hits) as number[];
}

async function saveHits(
  tx: Transaction<Tables>,
  key: string,
  windows: readonly RateWindow[],
  hits: readonly number[],
): Promise<void> {
  const { kept, countsUntil } = keepHits(windows, hits);
  await tx
    .updateTable('rate_limits')
    .set({ hits: JSON.stringify(kept), expires_at: countsUntil })
    .where('key', '=', key)
    .execute();
}

/** Which of the hits, the last of which is of now, count still, and until when at most. */
export function keepHits(windows: readonly RateWindow[], hits: readonly number[]) {
  const now = hits.at(-1)!;
  const longest = Math.max(...windows.map(({ ms }) => ms));
  const kept = hits.filter((at) => at > now - longest && at <= now + clockSkewMs);
  return { kept, countsUntil: now + longest };
}

/** Milliseconds until one more fits into all windows; 0: now. */
export function waitFor(windows: readonly RateWindow[], hits: readonly number[], now: number): number {
  const waits = windows.map(({ count, ms }) => {
    const blocking = hits.at(-count);
    return blocking === undefined ? 0 : waitUntil(blocking + ms, now, ms + clockSkewMs);
  });
  return Math.max(0, ...waits);
}
