import type { Logger } from 'pino';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from './delivery-loop.ts';
import { MailRefusal, type MailTransport, mailsAtOnce } from './mail-transport.ts';
import type { Outbox, QueuedMail } from './outbox.ts';

/** Longer than a mail can take; then a process that ended in the middle counts as gone. */
const claimMs = 2 * 60_000;
/** What is of use for no longer, as a code is, has one connection to itself, however slow the server is with the rest. */
const urgentMs = 60 * 60_000;

/** Sends what lies in the outbox, and tries again after 5, 10, 20 … seconds until it is of no more use. */
export function createMailDelivery(deps: {
  outbox: Outbox;
  transport: MailTransport;
  logger: Pick<Logger, 'warn'>;
}): DeliveryLoop {
  const { outbox, transport, logger } = deps;

  async function deliver(mail: QueuedMail): Promise<void> {
    try {
      await transport.send(mail);
      await outbox.remove(mail.id);
    } catch (error) {
      logger.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail could not be sent');
      if (error instanceof MailRefusal) return outbox.remove(mail.id);
      await outbox.postpone(mail.id, retryDelayMs(mail.tries));
    }
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
      await loop.stop();
      transport.close();
    },
  };
}
