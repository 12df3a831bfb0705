import { PostgresAdapter, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { createLockRows } from '../database/lock-rows.ts';
import { type Tx, transact } from '../database/transact.ts';
import type { WakeUps } from './wake-ups.ts';

/** Lets one of several processes do a named job exclusively for a time. */
export interface Lease {
  /**
   * Acquires or renews the lease for `holder`, until `now + ttlMs`. Returns whether it is held. The clocks of processes
   * sharing a lease may differ only by a small part of `ttlMs`. `maxTtlMs`: the longest `ttlMs` that any of
   * them uses; defaults to `ttlMs`.
   */
  acquire(name: string, holder: string, ttlMs: number, now: number, maxTtlMs?: number): Promise<boolean>;
  /** Ends the lease early if `holder` has it. */
  release(name: string, holder: string): Promise<void>;
  /** Ends all leases of `holder`, and keeps it from acquiring any more. */
  retire(holder: string): Promise<void>;
  /**
   * Checks that `holder` has the lease, and locks it until the transaction ends. A process that was halted while its
   * lease passed to another finds out here, before it writes.
   */
  confirm(tx: Tx, name: string, holder: string): Promise<boolean>;
  /** Runs `work` in a transaction while `holder` has the lease. Returns null, with nothing written, if it is lost. */
  write<T>(name: string, holder: string, work: (tx: Tx) => Promise<T>): Promise<T | null>;
}

/**
 * Ends every lease. Used with the embedded database at start: the lock on `DATA_DIR` makes this process its only
 * server, so every lease in it was left behind by an ended process.
 */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.deleteFrom('leases').execute();
}

/** If a process halts within a transaction, PostgreSQL ends it, and so releases the lock that others wait for. */
const endIdleTransaction = sql`set_config('idle_in_transaction_session_timeout', '8000', true)`.as('limit');

const isShared = (db: Database) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Leases as rows, for all processes sharing the database. */
export function createDatabaseLease(db: Database, wakeUps?: WakeUps): Lease {
  const lockRows = createLockRows(db);
  const retired = new Set<string>();

  async function confirm(tx: Tx, name: string, holder: string): Promise<boolean> {
    const query = tx
      .selectFrom('leases')
      .select('name')
      .$if(isShared(db), (leases) => leases.select(endIdleTransaction))
      .where('name', '=', name)
      .where('holder', '=', holder);
    return (await query.$call(lockRows).executeTakeFirst()) !== undefined;
  }

  return {
    confirm,
    async retire(holder) {
      retired.add(holder);
      await db.deleteFrom('leases').where('holder', '=', holder).execute();
      await wakeUps?.send(db, 'leases');
    },
    write: (name, holder, work) =>
      transact(db, async (tx) => ((await confirm(tx, name, holder)) ? work(tx) : null)),
    async acquire(name, holder, ttlMs, now, maxTtlMs = ttlMs) {
      if (retired.has(holder)) return false;
      const expiresAt = now + ttlMs;
      const renewed = await db
        .updateTable('leases')
        .set({ holder, expires_at: expiresAt })
        .where('name', '=', name)
        .where((eb) =>
          eb.or([
            eb('holder', '=', holder),
            eb('expires_at', '<=', now),
            // Expires later than any lease could: written before the clock was set back.
            eb('expires_at', '>', now + 2 * maxTtlMs),
          ]),
        )
        .executeTakeFirst();
      if (renewed.numUpdatedRows > 0n) return true;
      const inserted = await db
        .insertInto('leases')
        .values({ name, holder, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async release(name, holder) {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}
