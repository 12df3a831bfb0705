import { randomUUID } from 'node:crypto';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { PushTarget } from './sender.ts';

export interface SubscriptionOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** Browsers subscribed to push messages: one per session, removed with it. */
export interface SubscriptionStore {
  /** Whether the session has not been ended. */
  hasSession(tx: Tx, sessionId: string): Promise<boolean>;
  /** Replaces a subscription of the same session or the same browser. */
  replace(tx: Tx, owner: SubscriptionOwner, target: PushTarget, now: Instant): Promise<void>;
  /** Moves the subscription of a session, if it has one, to the session that replaces it. */
  moveToSession(tx: Tx, fromId: string, toId: string): Promise<void>;
  /** Returns false if the user has no such subscription. */
  remove(userId: string, endpoint: string): Promise<boolean>;
  isSubscribed(sessionId: string): Promise<boolean>;
}

/** Browsers per user. Adding more removes the oldest. */
const maxPerUser = 10;

export function createSubscriptionStore(db: Database): SubscriptionStore {
  return {
    async hasSession(tx, sessionId) {
      const session = await tx
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return session !== undefined;
    },

    async replace(tx, { userId, sessionId }, { endpoint, p256dh, auth }, now) {
      await tx
        .deleteFrom('push_subscriptions')
        .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint', '=', endpoint)]))
        .execute();
      const row = { id: randomUUID(), user_id: userId, session_id: sessionId, created_at: now };
      await tx
        .insertInto('push_subscriptions')
        .values({ ...row, endpoint, p256dh, auth })
        .execute();
      await removeSurplus(tx, userId, row.id);
    },

    async moveToSession(tx, fromId, toId) {
      await tx
        .updateTable('push_subscriptions')
        .set({ session_id: toId })
        .where('session_id', '=', fromId)
        .execute();
    },

    async remove(userId, endpoint) {
      const { numDeletedRows } = await db
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('endpoint', '=', endpoint)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async isSubscribed(sessionId) {
      const row = await db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

async function removeSurplus(tx: Tx, userId: string, newestId: string): Promise<void> {
  const older = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', newestId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const surplus = older.slice(maxPerUser - 1).map(({ id }) => id);
  if (surplus.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute();
}
