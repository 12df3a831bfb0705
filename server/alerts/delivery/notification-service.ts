import { accountMaximums } from '#contract/plans.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { Pauses } from '#server/platform/pauses.ts';
import {
  createMailService,
  type MailedFiring,
  type MailService,
  type MailServiceDeps,
} from './mail-service.ts';
import { addPushes, countWaitingPushes, findRecipient, markFiringSeen } from './notification-store.ts';

/** Queues the notifications of firings in the same transaction as the firings: either both are written or neither. */
export interface NotificationService {
  notify(tx: Tx, firings: readonly AlertFiringTable[]): Promise<void>;
}

export interface NotificationServiceDeps extends MailServiceDeps {
  /** How long a session can go unused and still receive push messages. */
  readonly sessionIdleMs: Milliseconds;
}

/** Firings whose notifications are written between two pauses: other calls wait for some ten milliseconds. */
const maxNotifiedAtOnce = 20;
/** After this a push message is no longer worth sending. */
const pushLifeMs: Milliseconds = 24 * 60 * 60_000;

/**
 * An account's push messages that wait at a time, as many as it can have alerts. Looking for due ones takes the longer, the
 * more there are, and endpoints that always fail keep them for a day.
 */
const maxWaitingPushes = accountMaximums.alerts;

/** E-mails and push messages require a verified address. */
export function createNotificationService(deps: NotificationServiceDeps): NotificationService {
  const mailer = createMailService(deps);
  return {
    async notify(tx, firings) {
      const byUser = Map.groupBy(firings, ({ user_id }) => user_id);
      const pauses = new Pauses(maxNotifiedAtOnce);
      for (const own of byUser.values()) await notifyUser(tx, { ...deps, mailer, pauses }, own);
    },
  };
}

async function notifyUser(
  tx: Tx,
  {
    mailer,
    pauses,
    clock,
    sessionIdleMs,
  }: NotificationServiceDeps & { readonly mailer: MailService; readonly pauses: Pauses },
  firings: readonly AlertFiringTable[],
): Promise<void> {
  const mailed: MailedFiring[] = [];
  const now = clock.now();
  let room: number | undefined;
  for (const firing of firings) {
    await pauses.after();
    const recipient = await findRecipient(tx, firing);
    if (!recipient) continue;
    // With in-app notifications off, the app must not count it as unseen.
    if (recipient.in_app === 0) await markFiringSeen(tx, firing);
    const { proved_email: address } = recipient;
    if (address === null) continue;
    if (recipient.email !== 0) mailed.push({ firing, recipient, address });
    if (recipient.push !== 0) {
      const bounds = { now, max: maxWaitingPushes };
      room ??= maxWaitingPushes - (await countWaitingPushes(tx, firing.user_id, bounds));
      room -= await addPushes(tx, firing, { now, sessionIdleMs, lifeMs: pushLifeMs, room });
    }
  }
  await mailer.mail(tx, mailed);
}
