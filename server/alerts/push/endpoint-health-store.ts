import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

const hour: Milliseconds = 60 * 60_000;
const maxTimeouts = 5;
/** The pauses of an endpoint that keeps timing out. After the last, it is removed. */
const pauses: readonly Milliseconds[] = [hour, 24 * hour];

/** Tracks whether the endpoints of subscriptions respond. */
export interface EndpointHealthStore {
  /** The endpoint answered. `isSent`: it also accepted the message. */
  recordAnswer(subscriptionId: string, isSent: boolean): Promise<void>;
  /**
   * After five timeouts in a row, nothing is sent to the endpoint for an hour; after five more, for a day; then it is
   * removed. Returns when the pause ends, 0 if it is not paused, or `removed` if it no longer exists.
   */
  recordTimeout(subscriptionId: string): Promise<Instant | 'removed'>;
  /** Removes a subscription with its messages. */
  remove(subscriptionId: string): Promise<void>;
}

export function createEndpointHealthStore(db: Database, clock: Clock): EndpointHealthStore {
  return {
    async recordAnswer(id, isSent) {
      await db
        .updateTable('push_subscriptions')
        .set({ timeouts: 0, ...(isSent && { pauses: 0 }) })
        .where('id', '=', id)
        .where((row) => row.or([row('timeouts', '>', 0), ...(isSent ? [row('pauses', '>', 0)] : [])]))
        .execute();
    },

    recordTimeout: (id) =>
      transact(db, async (tx) => {
        const counted = await tx
          .updateTable('push_subscriptions')
          .set((row) => ({ timeouts: row('timeouts', '+', 1) }))
          .where('id', '=', id)
          .returning(['timeouts', 'pauses', 'paused_until'])
          .executeTakeFirst();
        if (!counted) return 'removed';
        // Another message was in flight when the endpoint was paused.
        if (counted.paused_until > clock.now()) return counted.paused_until;
        if (counted.timeouts < maxTimeouts) return 0;
        const pauseMs = pauses[counted.pauses];
        if (pauseMs !== undefined) return pause(tx, id, clock.now() + pauseMs);
        await removeSubscription(tx, id);
        return 'removed';
      }),

    remove: (id) => transact(db, (tx) => removeSubscription(tx, id)),
  };
}

async function pause(tx: Tx, id: string, until: Instant): Promise<Instant> {
  await tx
    .updateTable('push_subscriptions')
    .set((row) => ({ timeouts: 0, pauses: row('pauses', '+', 1), paused_until: until }))
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('push_deliveries')
    .set({ due_at: until })
    .where('subscription_id', '=', id)
    .where('due_at', '<', until)
    .execute();
  return until;
}

/** Removes a subscription with its messages. */
export async function removeSubscription(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
  await tx.deleteFrom('push_deliveries').where('subscription_id', '=', id).execute();
}
