import type { Database } from '../database/database.ts';

/** Lets one of several processes alone do a named piece of work, for a time. */
export interface Lease {
  /**
   * True: `holder` has the lease until `now + ttlMs`, newly or renewed. False: another has it.
   * `now` is in milliseconds; processes that share a lease ask with the same `ttlMs`, and need clocks that agree
   * within a small part of it.
   */
  acquire(name: string, holder: string, ttlMs: number, now: number): Promise<boolean>;
  /** Who has it, or had it last where it ran out and nobody took it since. */
  getHolder(name: string): Promise<string | null>;
  /** Gives it up, so that another need not wait for its end; nothing happens where `holder` does not have it. */
  release(name: string, holder: string): Promise<void>;
}

/** Leases as rows of the database: for all processes that share it. */
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
            // Nobody takes it for so long: it is from before the clock was set back.
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
    async getHolder(name) {
      const row = await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst();
      return row?.holder ?? null;
    },
    async release(name, holder) {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}
