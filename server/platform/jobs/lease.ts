import type { Database } from '../database/database.ts';

/** Lets one of several processes do a named piece of work exclusively for a time. */
export interface Lease {
  /**
   * Returns whether `holder` has the lease until `now + ttlMs`, acquired or renewed. Processes that share a lease use the
   * same `ttlMs` and need clocks that differ by a small part of it.
   */
  acquire(name: string, holder: string, ttlMs: number, now: number): Promise<boolean>;
  /** Ends the lease early, if `holder` has it. */
  release(name: string, holder: string): Promise<void>;
}

/**
 * Ends every lease. For the embedded database at start: the lock on `DATA_DIR` makes this process its only server, so that
 * each lease in it was left behind by one that has ended.
 */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.deleteFrom('leases').execute();
}

/** Leases as rows, for all processes that share the database. */
export function createDatabaseLease(db: Database): Lease {
  return {
    async acquire(name, holder, ttlMs, now) {
      const expiresAt = now + ttlMs;
      const renewed = await db
        .updateTable('leases')
        .set({ holder, expires_at: expiresAt })
        .where('name', '=', name)
        .where((is) =>
          is.or([
            is('holder', '=', holder),
            is('expires_at', '<=', now),
            // Further ahead than any lease: from before the clock was set back.
            is('expires_at', '>', now + 2 * ttlMs),
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
