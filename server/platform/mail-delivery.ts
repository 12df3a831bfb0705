import type { Logger } from 'pino';
import { MailRefusal, type MailTransport } from './mail-transport.ts';
import type { Outbox, QueuedMail } from './outbox.ts';
import { createPolling } from './polling.ts';

export interface MailDelivery {
  start(): void;
  /** Resolves when the mail on its way is through; the rest is sent after the next start, or by another process. */
  stop(): Promise<void>;
  /** Tries what is due now. */
  deliverDue(): Promise<void>;
}

const pollMs = 1000;
/** Longer than a mail can take; then a process that ended in the middle counts as gone. */
const claimMs = 2 * 60_000;
const firstDelayMs = 5000;
const longestDelayMs = 10 * 60_000;

/** Sends what lies in the outbox, and tries again after 5, 10, 20 … seconds until it is of no more use. */
export function createMailDelivery(deps: {
  outbox: Outbox;
  transport: MailTransport;
  logger: Pick<Logger, 'warn'>;
}): MailDelivery {
  const { outbox, transport, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: deliverDue,
    failure: 'the outbox could not be read',
    logger,
  });

  async function deliver(mail: QueuedMail): Promise<void> {
    try {
      await transport.send(mail);
      await outbox.remove(mail.id);
    } catch (error) {
      logger.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail could not be sent');
      if (error instanceof MailRefusal) return outbox.remove(mail.id);
      await outbox.postpone(mail.id, Math.min(firstDelayMs * 2 ** (mail.tries - 1), longestDelayMs));
    }
  }

  async function deliverDue(): Promise<void> {
    while (!polling.isStopped()) {
      const mail = await outbox.claimDue(claimMs);
      if (!mail) return;
      await deliver(mail);
    }
  }

  return {
    deliverDue,
    start: polling.start,
    async stop() {
      await polling.stop();
      transport.close();
    },
  };
}
