import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { Mail, Outbox } from '#server/platform/jobs/outbox.ts';
import { describeFiringMail } from './mail-texts.ts';
import { addPushes, findRecipient, markFiringSeen, type Recipient } from './notification-store.ts';
import type { PauseLinks } from './pause-links.ts';

/** Queues the notifications of a firing in the firing's own transaction: both are written, or neither. */
export interface NotificationService {
  notify(tx: Tx, firing: AlertFiringTable): Promise<void>;
}

export interface NotificationServiceDeps {
  readonly outbox: Pick<Outbox, 'add'>;
  readonly pauseLinks: Pick<PauseLinks, 'sign'>;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  /** How long a session can be unused and still receive push messages. */
  readonly sessionIdleMs: Milliseconds;
}

const dayMs = 24 * 60 * 60_000;
/** After this a notification is no longer worth sending. */
const mailLifeMs = 3 * dayMs;
const pushLifeMs = dayMs;

/** Mails and push messages are for accounts with a verified address. */
export function createNotificationService(deps: NotificationServiceDeps): NotificationService {
  const { outbox, clock, sessionIdleMs } = deps;
  return {
    async notify(tx, firing) {
      const recipient = await findRecipient(tx, firing);
      if (!recipient) return;
      // With in-app notifications off, nothing is unseen in the app.
      if (recipient.in_app === 0) await markFiringSeen(tx, firing);
      const { proved_email: address } = recipient;
      if (address === null) return;
      if (recipient.email !== 0) await outbox.add(tx, toMail(deps, firing, recipient, address));
      if (recipient.push !== 0) {
        await addPushes(tx, firing, { now: clock.now(), sessionIdleMs, lifeMs: pushLifeMs });
      }
    },
  };
}

function toMail(
  { pauseLinks, publicUrl }: NotificationServiceDeps,
  firing: AlertFiringTable,
  { repeat, cooldown_minutes: cooldownMinutes }: Recipient,
  address: string,
): Mail {
  const text = describeFiringMail({
    firing,
    repeat,
    cooldownMinutes,
    pauseToken: pauseLinks.sign(firing.alert_id),
    publicUrl: publicUrl(),
  });
  return { ...text, to: address, userId: firing.user_id, lifeMs: mailLifeMs };
}
