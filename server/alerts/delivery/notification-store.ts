import { randomUUID } from 'node:crypto';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** The owner of a firing's alert, with the settings; 0: switched off. Undefined: the user or the alert is gone. */
export function findRecipient(tx: Tx, { alert_id, user_id }: AlertFiringTable) {
  return tx
    .selectFrom('users')
    .innerJoin('alerts', 'alerts.user_id', 'users.id')
    .leftJoin('alert_settings', 'alert_settings.user_id', 'users.id')
    .select([
      'users.proved_email',
      'alerts.repeat',
      'alerts.cooldown_minutes',
      'alert_settings.email',
      'alert_settings.push',
      'alert_settings.in_app',
    ])
    .where('users.id', '=', user_id)
    .where('alerts.id', '=', alert_id)
    .executeTakeFirst();
}

export async function markFiringSeen(tx: Tx, { id, fired_at }: AlertFiringTable): Promise<void> {
  await tx.updateTable('alert_firings').set({ seen_at: fired_at }).where('id', '=', id).execute();
}

/** Queues a push message for each of the user's browsers whose session is alive. */
export async function addPushes(
  tx: Tx,
  firing: AlertFiringTable,
  { now, sessionIdleMs, lifeMs }: { now: Instant; sessionIdleMs: Milliseconds; lifeMs: Milliseconds },
): Promise<void> {
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.endpoint', 'push_subscriptions.paused_until'])
    .where('push_subscriptions.user_id', '=', firing.user_id)
    // Ended sessions are removed only later.
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', now - sessionIdleMs)
    .execute();
  if (subscriptions.length === 0) return;
  await tx
    .insertInto('push_deliveries')
    .values(
      subscriptions.map(({ id, endpoint, paused_until }) => ({
        id: randomUUID(),
        firing_id: firing.id,
        subscription_id: id,
        user_id: firing.user_id,
        host: new URL(endpoint).host,
        due_at: Math.max(now, paused_until),
        expires_at: now + lifeMs,
      })),
    )
    .execute();
}
