import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { describeFiringMail } from './mail-texts.ts';
import type { PauseLinks } from './pause-links.ts';

type Tx = Transaction<Tables>;

export interface TellDeps {
  readonly outbox: Pick<Outbox, 'add'>;
  readonly pauseLinks: Pick<PauseLinks, 'sign'>;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  /** How long (ms) a session may be unused and still be pushed to. */
  readonly sessionIdleMs: number;
}

const day = 24 * 60 * 60_000;
/** How long a mail is tried, and a push message: after that nobody needs to be told. */
const mailLifeMs = 3 * day;
const pushLifeMs = day;

/**
 * Writes what is to be sent for a firing, with the firing: where that is not committed nothing is sent. What leaves the
 * app is for accounts that have proved their address.
 */
export function createTellOfFiring(deps: TellDeps) {
  return async (tx: Tx, firing: AlertFiringTable): Promise<void> => {
    const owner = await findOwner(tx, firing);
    if (!owner) return;
    if (owner.in_app === 0) await markSeen(tx, firing);
    if (owner.proved_email === null) return;
    if (owner.email !== 0) await addMail(tx, deps, firing, owner);
    if (owner.push !== 0) await addPushes(tx, deps, firing);
  };
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

function findOwner(tx: Tx, { alert_id, user_id }: AlertFiringTable) {
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

/** Who does not want to be told in the app has nothing unseen there. */
async function markSeen(tx: Tx, { id, fired_at }: AlertFiringTable): Promise<void> {
  await tx.updateTable('alert_firings').set({ seen_at: fired_at }).where('id', '=', id).execute();
}

async function addMail(
  tx: Tx,
  { outbox, pauseLinks, publicUrl }: TellDeps,
  firing: AlertFiringTable,
  owner: Owner,
): Promise<void> {
  const mail = describeFiringMail({
    firing,
    repeat: owner.repeat,
    cooldownMinutes: owner.cooldown_minutes,
    pauseToken: pauseLinks.sign(firing.alert_id),
    publicUrl: publicUrl(),
  });
  await outbox.add(tx, { ...mail, to: owner.proved_email!, userId: firing.user_id, usefulMs: mailLifeMs });
}

async function addPushes(
  tx: Tx,
  { clock, sessionIdleMs }: TellDeps,
  firing: AlertFiringTable,
): Promise<void> {
  const now = clock.now();
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select('push_subscriptions.id')
    .where('push_subscriptions.user_id', '=', firing.user_id)
    // Those that have ended are removed later.
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', now - sessionIdleMs)
    .execute();
  if (subscriptions.length === 0) return;
  await tx
    .insertInto('push_deliveries')
    .values(
      subscriptions.map(({ id }) => ({
        id: randomUUID(),
        firing_id: firing.id,
        subscription_id: id,
        due_at: now,
        expires_at: now + pushLifeMs,
      })),
    )
    .execute();
}
