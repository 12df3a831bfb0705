import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createDeliveryFailureLog } from '../jobs/delivery-failure-log.ts';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from '../jobs/delivery-loop.ts';
import { type Outbox, type QueuedMail, urgentMs } from '../jobs/outbox.ts';
import type { WakeUps } from '../jobs/wake-ups.ts';
import { MailRefusedError, type MailTransport, mailsAtOnce } from './mail-transport.ts';

/** Longer than sending can take; after it the claiming process counts as dead. */
const claimMs = 2 * 60_000;
/** How long e-mails being sent may take at shutdown: less than the loop waits for them. */
const stopLimitMs = 2_000;

/**
 * Sends the e-mails of the outbox, and retries after 5, 10, 20 … seconds until they expire. At most one e-mail per
 * account is being sent at a time, so that neither a slow one nor a thousand delay those of other accounts, and a crash
 * duplicates at most one. Codes are sent in addition; one connection is reserved for them.
 */
export function createMailDelivery(deps: {
  outbox: Outbox;
  transport: MailTransport;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
  wakeUps?: WakeUps;
}): DeliveryLoop {
  const { outbox, transport, logger } = deps;
  const failures = createDeliveryFailureLog({ ...deps, what: 'e-mails' });
  const underWay = new Map<QueuedMail, { readonly isUrgent: boolean }>();

  async function claim(room: number): Promise<QueuedMail[]> {
    const urgent = await outbox.claimDue(room, claimMs, { maxLifeMs: urgentMs, except: listBusy(true) });
    for (const mail of urgent) underWay.set(mail, { isUrgent: true });
    const left = room - urgent.length - 1;
    if (left <= 0) return urgent;
    const others = await outbox.claimDue(left, claimMs, { except: listBusy() });
    for (const mail of others) underWay.set(mail, { isUrgent: false });
    return [...urgent, ...others];
  }

  /** The accounts with an e-mail in progress. */
  function listBusy(onlyUrgent = false): string[] {
    const busy = [...underWay].filter(([, { isUrgent }]) => isUrgent || !onlyUrgent);
    return busy.map(([{ account }]) => account);
  }

  async function deliver(mail: QueuedMail): Promise<void> {
    const error = await transport.send(mail).catch((reason: unknown) => reason ?? new Error('unknown'));
    const fields = { err: error, mail: mail.id, tries: mail.tries };
    if (error && !(error instanceof MailRefusedError)) {
      failures.recordFailure(fields);
      return outbox.postpone(mail.id, retryDelayMs(mail.tries));
    }
    failures.recordSuccess();
    if (error) logger.warn(fields, 'an e-mail was refused for good');
    return outbox.remove(mail.id);
  }

  const loop = createDeliveryLoop({
    name: 'mails',
    atOnce: mailsAtOnce,
    claim,
    deliver: (mail) => deliver(mail).finally(() => underWay.delete(mail)),
    logger,
    wakeOn: deps.wakeUps && { wakeUps: deps.wakeUps, topic: 'mails' },
  });
  return {
    ...loop,
    async stop() {
      // Interrupted e-mails are sent again after the next start.
      const limit = setTimeout(transport.close, stopLimitMs);
      await loop.stop();
      clearTimeout(limit);
      transport.close();
    },
  };
}
