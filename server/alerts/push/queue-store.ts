import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { createSkipLocked } from '#server/platform/database/skip-locked.ts';
import type {
  AlertFiringTable,
  PushDeliveryTable as DeliveryTable,
  PushSubscriptionTable,
} from '#server/platform/database/tables/alert-tables.ts';
import type { Clock } from '../../platform/clock.ts';

type PushDeliveryTable = Selectable<DeliveryTable>;

export interface QueuedPush {
  readonly id: string;
  readonly tries: number;
  /** From when on (ms) it is of no use. */
  readonly expiresAt: number;
  readonly firing: AlertFiringTable;
  /** Undefined: the browser has signed out meanwhile. */
  readonly subscription: PushSubscriptionTable | undefined;
}

/** Push messages are rows, written with the firing they tell of, and sent afterwards by whichever process comes first. */
export interface PushQueue {
  /** At most `count` messages, those due longest. Nobody else gets them for `claimMs`, after which they are due again. */
  claimDue(count: number, claimMs: number): Promise<QueuedPush[]>;
  postpone(id: string, delayMs: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes a browser that its push service no longer knows, with all that waits for it. */
  removeSubscription(id: string): Promise<void>;
  removeExpired(): Promise<void>;
  /** How many are to be sent still. */
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
        // Once more for the rows themselves: another process may have claimed them meanwhile.
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
    // Without its firing it is gone itself.
    return firing ? [{ id, tries, expiresAt, firing, subscription }] : [];
  });
}
