import type { Database } from '#server/platform/database/database.ts';

/** A customer of an account that is deleted, and how often ending it was tried. */
export interface LeftCustomer {
  readonly id: string;
  readonly tries: number;
}

/** Customers that somebody has to look after though nobody asks. */
export interface CareStore {
  /** One who is due to be read again. Nobody else gets it for `claimMs`, after which it is due again. */
  claimCheck(now: number, claimMs: number): Promise<string | undefined>;
  /** One whose account is deleted, likewise. */
  claimLeft(now: number, claimMs: number): Promise<LeftCustomer | undefined>;
  postponeLeft(id: string, until: number): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createCareStore(db: Database): CareStore {
  return {
    async claimCheck(now, claimMs) {
      const claimed = await db
        .updateTable('stripe_customers')
        .set({ check_at: now + claimMs })
        .where('id', 'in', (query) =>
          query
            .selectFrom('stripe_customers as due')
            .select('due.id')
            .where('due.user_id', 'is not', null)
            .where('due.check_at', '<=', now)
            .orderBy('due.check_at')
            .limit(1),
        )
        // Once more for the row itself: another process may have claimed it meanwhile.
        .where('check_at', '<=', now)
        .returning('id')
        .executeTakeFirst();
      return claimed?.id;
    },

    claimLeft: (now, claimMs) =>
      db
        .updateTable('stripe_customers')
        .set((row) => ({ close_at: now + claimMs, close_tries: row('close_tries', '+', 1) }))
        .where('id', 'in', (query) =>
          query
            .selectFrom('stripe_customers as left')
            .select('left.id')
            .where('left.user_id', 'is', null)
            .where('left.close_at', '<=', now)
            .orderBy('left.close_at')
            .limit(1),
        )
        .where('close_at', '<=', now)
        .returning(['id', 'close_tries as tries'])
        .executeTakeFirst(),

    async postponeLeft(id, until) {
      await db.updateTable('stripe_customers').set({ close_at: until }).where('id', '=', id).execute();
    },

    async remove(id) {
      await db.deleteFrom('stripe_customers').where('id', '=', id).execute();
    },
  };
}
