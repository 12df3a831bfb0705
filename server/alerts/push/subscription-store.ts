import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { PushTarget } from './sender.ts';

/** Browsers that take push messages: one a session, gone with it. */
export interface SubscriptionStore {
  /** In place of what the session, or another session in the same browser, had. False: the user is no longer there. */
  add(owner: { userId: string; sessionId: string }, target: PushTarget, now: number): Promise<boolean>;
  /** False: the user has none there. */
  remove(userId: string, endpoint: string): Promise<boolean>;
  isSubscribed(sessionId: string): Promise<boolean>;
}

/** Browsers of one user; beyond, the oldest make room. */
const mostPerUser = 10;

export function createSubscriptionStore(db: Database): SubscriptionStore {
  return {
    add: ({ userId, sessionId }, { endpoint, p256dh, auth }, now) =>
      db.transaction().execute(async (tx) => {
        if (!(await lockOwner(tx, userId))) return false;
        const session = await tx
          .selectFrom('sessions')
          .select('id')
          .where('id', '=', sessionId)
          .executeTakeFirst();
        if (!session) return false;
        await tx
          .deleteFrom('push_subscriptions')
          .where((is) => is.or([is('session_id', '=', sessionId), is('endpoint', '=', endpoint)]))
          .execute();
        const row = { id: randomUUID(), user_id: userId, session_id: sessionId, created_at: now };
        await tx
          .insertInto('push_subscriptions')
          .values({ ...row, endpoint, p256dh, auth })
          .execute();
        const older = await tx
          .selectFrom('push_subscriptions')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', '!=', row.id)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .execute();
        const surplus = older.slice(mostPerUser - 1).map(({ id }) => id);
        if (surplus.length > 0)
          await tx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute();
        return true;
      }),

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
