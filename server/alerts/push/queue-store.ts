import type { Selectable } from 'kysely';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSkipLocked } from '#server/platform/database/skip-locked.ts';
import type {
  AlertFiringTable,
  PushDeliveryTable as DeliveryTable,
  PushSubscriptionTable,
} from '#server/platform/database/tables/alert-tables.ts';

type PushDeliveryTable = Selectable<DeliveryTable>;

export interface QueuedPush {
  readonly id: string;
  readonly tries: number;
  readonly expiresAt: Instant;
  readonly firing: AlertFiringTable;
  /** Undefined: the browser has signed out. */
  readonly subscription: PushSubscriptionTable | undefined;
}

/** Push messages waiting to be sent. They are written with their firing, and sent later by any process. */
export interface PushQueue {
  /** Those due longest. Nobody else gets them for `claimMs`; then they are due again. */
  claimDue(count: number, claimMs: Milliseconds): Promise<QueuedPush[]>;
  postpone(id: string, delayMs: Milliseconds): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes a browser that its push service no longer knows, with its messages. */
  removeSubscription(id: string): Promise<void>;
  removeExpired(): Promise<void>;
  /** How many are still to be sent. */
  countWaiting(): Promise<number>;
}

export function createPushQueue(db: Database, clock: Clock): PushQueue {
  const skipLocked = createSkipLocked(db);
  return {
    async claimDue(count, claimMs) {
      const now = clock.now();
      const claimed = await db
        .updateTable('push_deliveries')
        .set((row) => ({ due_at: now + claimMs, tries: row('tries', '+', 1) }))
        .where('id', 'in', (query) =>
          query
            .selectFrom('push_deliveries as due')
            .select('due.id')
            .where('due.due_at', '<=', now)
            .where('due.expires_at', '>', now)
            .orderBy('due.due_at')
            .orderBy('due.id')
            .limit(count)
            .$call(skipLocked),
        )
        // Checked again on the rows themselves: another process may have claimed them meanwhile.
        .where('due_at', '<=', now)
        .returningAll()
        .execute();
      return claimed.length === 0 ? [] : fill(db, claimed);
    },

    async postpone(id, delayMs) {
      await db
        .updateTable('push_deliveries')
        .set({ due_at: clock.now() + delayMs })
        .where('id', '=', id)
        .execute();
    },

    async remove(id) {
      await db.deleteFrom('push_deliveries').where('id', '=', id).execute();
    },

    async removeSubscription(id) {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
      await db.deleteFrom('push_deliveries').where('subscription_id', '=', id).execute();
    },

    async removeExpired() {
      await db.deleteFrom('push_deliveries').where('expires_at', '<=', clock.now()).execute();
    },

    async countWaiting() {
      const { count } = await db
        .selectFrom('push_deliveries')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('expires_at', '>', clock.now())
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

async function fill(db: Database, claimed: readonly PushDeliveryTable[]): Promise<QueuedPush[]> {
  const firingIds = claimed.map(({ firing_id }) => firing_id);
  const subscriptionIds = claimed.map(({ subscription_id }) => subscription_id);
  const [firings, subscriptions] = await Promise.all([
    db.selectFrom('alert_firings').selectAll().where('id', 'in', firingIds).execute(),
    db.selectFrom('push_subscriptions').selectAll().where('id', 'in', subscriptionIds).execute(),
  ]);
  return claimed.flatMap(({ id, tries, expires_at: expiresAt, firing_id, subscription_id }) => {
    const firing = firings.find((row) => row.id === firing_id);
    const subscription = subscriptions.find((row) => row.id === subscription_id);
    // A message is removed with its firing.
    return firing ? [{ id, tries, expiresAt, firing, subscription }] : [];
  });
}
