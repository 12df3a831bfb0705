import { randomUUID } from 'node:crypto';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/**
 * The owner of a firing's alert, with their settings, where 0 means off. Returns undefined if the user or the alert is
 * gone.
 */
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

/** Marks a firing as seen at the time it fired. */
export async function markFiringSeen(tx: Tx, { id, fired_at }: AlertFiringTable): Promise<void> {
  await tx.updateTable('alert_firings').set({ seen_at: fired_at }).where('id', '=', id).execute();
}

/** How many of a user's push messages still wait to be sent, counted up to `max`. */
export async function countWaitingPushes(
  tx: Tx,
  userId: string,
  { now, max }: { now: Instant; max: number },
): Promise<number> {
  const { count } = await tx
    .selectFrom((query) =>
      query
        .selectFrom('push_deliveries')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .limit(max)
        .as('waiting'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface PushTimes {
  readonly now: Instant;
  readonly sessionIdleMs: Milliseconds;
  readonly lifeMs: Milliseconds;
}

/**
 * Queues a push message for each of the user's browsers with a live session, for at most `room` of them. Returns their
 * number.
 */
export async function addPushes(
  tx: Tx,
  firing: AlertFiringTable,
  { now, sessionIdleMs, lifeMs, room }: PushTimes & { readonly room: number },
): Promise<number> {
  if (room <= 0) return 0;
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.endpoint', 'push_subscriptions.paused_until'])
    .where('push_subscriptions.user_id', '=', firing.user_id)
    // Ended sessions are deleted only later.
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', now - sessionIdleMs)
    .limit(room)
    .execute();
  if (subscriptions.length === 0) return 0;
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
  return subscriptions.length;
}

/** When the user's latest alerts fired, newest first. */
export async function listNewestTimes(tx: Tx, userId: string, count: number): Promise<Instant[]> {
  const rows = await tx
    .selectFrom('alert_firings')
    .select('fired_at')
    .where('user_id', '=', userId)
    .orderBy('number', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ fired_at }) => fired_at);
}

/** Records which e-mail reports the firings. */
export async function assignMail(tx: Tx, mailId: string, firingIds: readonly string[]): Promise<void> {
  await tx.updateTable('alert_firings').set({ mail_id: mailId }).where('id', 'in', firingIds).execute();
}

/** The firings that the e-mails report, oldest first. */
export async function listReported(tx: Tx, mailIds: readonly string[]): Promise<AlertFiringTable[]> {
  if (mailIds.length === 0) return [];
  return tx
    .selectFrom('alert_firings')
    .selectAll()
    .where('mail_id', 'in', mailIds)
    .orderBy('number')
    .execute();
}

/** The user's single-firing e-mails that are due but not sent yet. */
export async function listUnsentMails(
  tx: Tx,
  userId: string,
  { now, createdAfter }: { now: Instant; createdAfter: Instant },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('mails')
    .innerJoin('alert_firings', 'alert_firings.mail_id', 'mails.id')
    .select('mails.id')
    .where('mails.user_id', '=', userId)
    .where('mails.tries', '=', 0)
    .where('mails.due_at', '<=', now)
    .where('mails.created_at', '>', createdAfter)
    .groupBy('mails.id')
    .having((row) => row.fn.countAll<number>(), '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** The user's digest to this address that is still waiting for further firings. */
export async function findOpenDigest(
  tx: Tx,
  userId: string,
  { address, now, maxLength }: { address: string; now: Instant; maxLength: number },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('mails')
    .innerJoin('alert_firings', 'alert_firings.mail_id', 'mails.id')
    .select('mails.id')
    .where('mails.user_id', '=', userId)
    .where('mails.recipient', '=', address)
    .where('mails.tries', '=', 0)
    .where('mails.due_at', '>', now)
    .groupBy('mails.id')
    .having((row) => row.fn.countAll<number>(), '<', maxLength)
    .executeTakeFirst();
  return row?.id;
}
