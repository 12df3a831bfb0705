import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createSkipLocked } from '../database/skip-locked.ts';
import { type Tx, transact } from '../database/transact.ts';
import { keyedHash } from '../keys.ts';
import type { RateLimiter, RateWindow } from './rate-limiter.ts';
import { keepHits, waitFor } from './sliding-window.ts';

/** Deletes the counts of windows that are over. */
export async function removeExpiredRateLimits(db: Database, clock: Clock): Promise<void> {
  const skipLocked = createSkipLocked(db);
  await db
    .deleteFrom('rate_limits')
    .where('key', 'in', (query) =>
      skipLocked(
        query
          .selectFrom('rate_limits as expired')
          .select('expired.key')
          .where('expired.expires_at', '<=', clock.now()),
      ),
    )
    .execute();
}

/**
 * Counts in the database, so that all processes share the counts and they survive a restart. Subjects are stored as
 * hashes under `key`, so that the table identifies nobody.
 */
export function createDatabaseRateLimiter(deps: { db: Database; key: Buffer; clock: Clock }): RateLimiter {
  const { db, key, clock } = deps;
  return {
    async take(limits) {
      const now = clock.now();
      // Always locked in the same order, which prevents deadlocks.
      const rows = limits
        .map(({ subject, windows }) => ({ key: keyedHash(key, subject), windows }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      // Refuse a flood without writing, because each write would wait for the disk.
      const knownWait = maxWait(await readHits(db, rows), now);
      if (knownWait > 0) return { isAllowed: false, retryAfterMs: knownWait };
      return transact(db, async (tx) => {
        const counted = [];
        for (const row of rows) counted.push({ ...row, hits: await lockHits(tx, row.key, now) });
        const retryAfterMs = maxWait(counted, now);
        if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
        for (const { key: rowKey, windows, hits } of counted)
          await saveHits(tx, rowKey, windows, [...hits, now]);
        return { isAllowed: true, retryAfterMs };
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

function maxWait(rows: readonly CountedRow[], now: number): number {
  return Math.max(...rows.map(({ windows, hits }) => waitFor(windows, hits, now)));
}

/** The row's hits, oldest first. Locks the row until the transaction ends. */
async function lockHits(tx: Tx, key: string, now: number): Promise<number[]> {
  const row = await tx
    .insertInto('rate_limits')
    .values({ key, hits: '[]', expires_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('hits')
    .executeTakeFirstOrThrow();
  return JSON.parse(row.hits) as number[];
}

async function saveHits(
  tx: Tx,
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
