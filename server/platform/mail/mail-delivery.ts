import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createDeliveryFailureLog } from '../jobs/delivery-failure-log.ts';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from '../jobs/delivery-loop.ts';
import type { Outbox, QueuedMail } from '../jobs/outbox.ts';
import { MailRefusal, type MailTransport, mailsAtOnce } from './mail-transport.ts';

/** Longer than sending can take: after that, the process that claimed it has ended. */
const claimMs = 2 * 60_000;
/** Mails that expire this soon, such as codes, have one connection to themselves, however slow the rest is. */
const urgentMs = 60 * 60_000;
/** How long mails under way may take at shutdown: less than the loop waits for them. */
const stopLimitMs = 2_000;

/** Sends the mails of the outbox, and retries after 5, 10, 20 … seconds until they expire. */
export function createMailDelivery(deps: {
  outbox: Outbox;
  transport: MailTransport;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}): DeliveryLoop {
  const { outbox, transport, logger } = deps;
  const failures = createDeliveryFailureLog({ ...deps, what: 'mails' });

  async function deliver(mail: QueuedMail): Promise<void> {
    const error = await transport.send(mail).catch((reason: unknown) => reason ?? new Error('unknown'));
    const fields = { err: error, mail: mail.id, tries: mail.tries };
    if (error && !(error instanceof MailRefusal)) {
      failures.recordFailure(fields);
      return outbox.postpone(mail.id, retryDelayMs(mail.tries));
    }
    failures.recordSuccess();
    if (error) logger.warn(fields, 'a mail is refused for good');
    return outbox.remove(mail.id);
  }

  const loop = createDeliveryLoop({
    name: 'mails',
    atOnce: mailsAtOnce,
    claim: (room) =>
      room > 1 ? outbox.claimDue(room - 1, claimMs) : outbox.claimDue(room, claimMs, urgentMs),
    deliver,
    logger,
  });
  return {
    ...loop,
    async stop() {
      // Interrupted mails are sent again after the next start.
      const limit = setTimeout(transport.close, stopLimitMs);
      await loop.stop();
      clearTimeout(limit);
      transport.close();
    },
  };
}
