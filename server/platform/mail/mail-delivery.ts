import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from '../jobs/delivery-loop.ts';
import { createFailureCount } from '../jobs/failure-count.ts';
import type { Outbox, QueuedMail } from '../jobs/outbox.ts';
import { MailRefusal, type MailTransport, mailsAtOnce } from './mail-transport.ts';

/** Longer than a mail can take; then a process that ended in the middle counts as gone. */
const claimMs = 2 * 60_000;
/** What is of use for no longer, as a code is, has one connection to itself, however slow the server is with the rest. */
const urgentMs = 60 * 60_000;
/** How long mails that are under way may take once the process is told to end: less than the loop waits for them. */
const stopLimitMs = 2_000;

/** Sends what lies in the outbox, and tries again after 5, 10, 20 … seconds until it is of no more use. */
export function createMailDelivery(deps: {
  outbox: Outbox;
  transport: MailTransport;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}): DeliveryLoop {
  const { outbox, transport, logger } = deps;
  const failures = createFailureCount({ ...deps, what: 'mails' });

  async function deliver(mail: QueuedMail): Promise<void> {
    const error = await transport.send(mail).catch((reason: unknown) => reason ?? new Error('unknown'));
    const fields = { err: error, mail: mail.id, tries: mail.tries };
    if (error && !(error instanceof MailRefusal)) {
      failures.failed(fields);
      return outbox.postpone(mail.id, retryDelayMs(mail.tries));
    }
    failures.worked();
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
      // What is cut off is sent anew after the next start, like what another process left.
      const limit = setTimeout(transport.close, stopLimitMs);
      await loop.stop();
      clearTimeout(limit);
      transport.close();
    },
  };
}
