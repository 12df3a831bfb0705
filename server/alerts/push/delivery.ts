import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { createPolling } from '../../platform/polling.ts';
import { toPushMessage } from './message.ts';
import type { PushQueue, QueuedPush } from './queue-store.ts';
import type { PushSender } from './sender.ts';

export interface PushDelivery {
  start(): void;
  /** Resolves when the messages on their way are through; the rest is sent after the next start, or by another process. */
  stop(): Promise<void>;
  /** Tries what is due now. */
  deliverDue(): Promise<void>;
}

const pollMs = 1000;
const sweepEveryMs = 60_000;
/** Longer than a message can take; then a process that ended in the middle counts as gone. */
const claimMs = 60_000;
const firstDelayMs = 5000;
const longestDelayMs = 10 * 60_000;
/** Together, so that one slow push service does not keep the others waiting. */
const atOnce = 8;

/** Sends what lies in the queue, and tries again after 5, 10, 20 … seconds until it is of no more use. */
export function createPushDelivery(deps: {
  queue: PushQueue;
  sender: PushSender;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): PushDelivery {
  const { queue, clock, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: deliverDue,
    failure: 'push messages could not be read',
    logger,
  });
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function deliverDue(): Promise<void> {
    while (!polling.isStopped()) {
      const due = await queue.claimDue(atOnce, claimMs);
      if (due.length === 0) break;
      await Promise.all(due.map((push) => deliver(deps, push)));
    }
    if (Math.abs(clock.now() - sweptAt) < sweepEveryMs) return;
    sweptAt = clock.now();
    await queue.removeExpired();
  }

  return {
    deliverDue,
    start: polling.start,
    stop: polling.stop,
  };
}

async function deliver(
  { queue, sender, clock, logger }: Parameters<typeof createPushDelivery>[0],
  { id, tries, expiresAt, firing, subscription }: QueuedPush,
): Promise<void> {
  if (!subscription) return queue.remove(id);
  const lifeSeconds = Math.ceil((expiresAt - clock.now()) / 1000);
  const answer = await sender.send(subscription, toPushMessage(firing), lifeSeconds);
  if (answer.outcome === 'sent') return queue.remove(id);
  if (answer.outcome === 'gone') return queue.removeSubscription(subscription.id);
  // Where it goes stays out of the log: who knows the address can send there.
  const { host } = new URL(subscription.endpoint);
  const isRefused = answer.outcome === 'refused';
  const reason = isRefused ? 'the push service refuses it' : answer.reason;
  logger.warn({ push: id, tries, host, reason }, 'a push message could not be sent');
  if (isRefused) return queue.remove(id);
  const delayMs = Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
  await queue.postpone(id, Math.max(delayMs, (answer.retryAfter ?? 0) * 1000));
}
