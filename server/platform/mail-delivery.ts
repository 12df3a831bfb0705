import type { Logger } from 'pino';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from './delivery-loop.ts';
import { MailRefusal, type MailTransport } from './mail-transport.ts';
import type { Outbox, QueuedMail } from './outbox.ts';

/** Longer than a mail can take; then a process that ended in the middle counts as gone. */
const claimMs = 2 * 60_000;

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
    logger,
    async deliverNext() {
      const mail = await outbox.claimDue(claimMs);
      if (mail) await deliver(mail);
      return mail !== undefined;
    },
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      transport.close();
    },
  };
}
