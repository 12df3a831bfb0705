import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The customer of a deleted account, and how many times deleting it at Stripe has been tried. */
export interface AbandonedCustomer {
  readonly id: string;
  readonly tries: number;
}

/** Customers that need work at Stripe without a request. */
export interface ReconcilerStore {
  /** Claims a customer that is due to be read again. No other process gets it for `claimMs`; then it is due again. */
  claimCheck(now: Instant, claimMs: Milliseconds): Promise<string | undefined>;
  /** Likewise claims a customer whose account is deleted. */
  claimAbandoned(now: Instant, claimMs: Milliseconds): Promise<AbandonedCustomer | undefined>;
  postponeAbandoned(id: string, until: Instant): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createReconcilerStore(db: Database): ReconcilerStore {
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
        // Checked again on the row: another process may have claimed it since.
        .where('check_at', '<=', now)
        .returning('id')
        .executeTakeFirst();
      return claimed?.id;
    },

    claimAbandoned: (now, claimMs) =>
      db
        .updateTable('stripe_customers')
        .set((row) => ({ close_at: now + claimMs, close_tries: row('close_tries', '+', 1) }))
        .where('id', 'in', (query) =>
          query
            .selectFrom('stripe_customers as abandoned')
            .select('abandoned.id')
            .where('abandoned.user_id', 'is', null)
            .where('abandoned.close_at', '<=', now)
            .orderBy('abandoned.close_at')
            .limit(1),
        )
        .where('close_at', '<=', now)
        .returning(['id', 'close_tries as tries'])
        .executeTakeFirst(),

    async postponeAbandoned(id, until) {
      await db.updateTable('stripe_customers').set({ close_at: until }).where('id', '=', id).execute();
    },

    async remove(id) {
      await db.deleteFrom('stripe_customers').where('id', '=', id).execute();
    },
  };
}
