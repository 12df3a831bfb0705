import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import {
  createDeliveryFailureLog,
  type DeliveryFailureLog,
} from '#server/platform/jobs/delivery-failure-log.ts';
import { createDeliveryLoop, type DeliveryLoop, retryDelayMs } from '#server/platform/jobs/delivery-loop.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { createCountedWarning } from '#server/platform/log/counted-warning.ts';
import type { EndpointHealthStore } from './endpoint-health-store.ts';
import { toPushMessage } from './message.ts';
import type { PushQueue, QueuedPush } from './queue-store.ts';
import type { PushSender } from './sender.ts';
import { createSlowAccounts, type SlowAccounts } from './slow-accounts.ts';

const sweepEveryMs: Milliseconds = 60_000;
/** Longer than any message takes; after it the claiming process counts as dead. */
const claimMs: Milliseconds = 60_000;
/** Sent in parallel, so that a slow push service does not delay the others. */
const maxConcurrent = 8;

/**
 * Looking for due messages takes longer, the more of them wait, and keeps others from the embedded database. If it takes
 * longer than this, it gets a fifth of the time.
 */
const quickMs: Milliseconds = 20;
const restsPerSearch = 4;
const maxRestMs: Milliseconds = 2000;

/** Sends queued messages, and retries after 5, 10, 20 … seconds until they expire. */
export function createPushDelivery(deps: {
  queue: PushQueue;
  health: EndpointHealthStore;
  sender: PushSender;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
  wakeUps?: WakeUps;
}): DeliveryLoop {
  const { queue, clock, logger } = deps;
  const failures = createDeliveryFailureLog({ ...deps, what: 'push messages' });
  // Counted, because anyone can subscribe a push service of their own and refuse any number of messages.
  const warnOfRefusal = createCountedWarning({ ...deps, text: 'push messages were refused for good' });
  const slow = createSlowAccounts(clock);
  const search = paceSearches((room) => queue.claimDue(room, claimMs, slow.isSlow));
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function sweep(): Promise<void> {
    if (Math.abs(clock.now() - sweptAt) < sweepEveryMs) return;
    sweptAt = clock.now();
    await queue.removeExpired();
  }

  return createDeliveryLoop({
    name: 'push messages',
    logger,
    wakeOn: deps.wakeUps && { wakeUps: deps.wakeUps, topic: 'pushes' },
    atOnce: maxConcurrent,
    async claim(room) {
      // Also while there are always due ones.
      await sweep();
      return search(room);
    },
    deliver: (push) => deliver({ ...deps, failures, warnOfRefusal, slow }, push),
  });
}

/** Delays a search after one that took long. */
function paceSearches<T>(search: (room: number) => Promise<T>): (room: number) => Promise<T> {
  let nextAt = 0;
  return async (room) => {
    const restMs = nextAt - performance.now();
    if (restMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, restMs));
    const startedAt = performance.now();
    const found = await search(room);
    const tookMs = performance.now() - startedAt;
    if (tookMs > quickMs) nextAt = startedAt + tookMs + Math.min(tookMs * restsPerSearch, maxRestMs);
    return found;
  };
}

type Sending = Parameters<typeof createPushDelivery>[0] & {
  readonly failures: DeliveryFailureLog;
  readonly slow: SlowAccounts;
  readonly warnOfRefusal: ReturnType<typeof createCountedWarning>;
};

async function deliver(
  { queue, health, sender, clock, failures, warnOfRefusal, slow }: Sending,
  { id, tries, expiresAt, firing, subscription }: QueuedPush,
): Promise<void> {
  if (!subscription) return queue.remove(id);
  const startedAt = clock.now();
  const ttlSeconds = Math.ceil((expiresAt - startedAt) / 1000);
  const answer = await sender.send(subscription, toPushMessage(firing), ttlSeconds);
  slow.record(firing.user_id, clock.now() - startedAt);
  if (answer.outcome !== 'failed') failures.recordSuccess();
  if (answer.outcome === 'gone') return health.remove(subscription.id);
  const isTimeout = answer.outcome === 'failed' && answer.isTimeout;
  if (!isTimeout) await health.recordAnswer(subscription.id, answer.outcome === 'sent');
  if (answer.outcome === 'sent') return queue.remove(id);
  // Only the host is logged, because the full address allows anyone to send.
  const { host } = new URL(subscription.endpoint);
  if (answer.outcome === 'refused') {
    warnOfRefusal({ push: id, tries, host });
    return queue.remove(id);
  }
  failures.recordFailure({ push: id, tries, host, reason: answer.reason });
  const pausedUntil = isTimeout ? await health.recordTimeout(subscription.id) : 0;
  if (pausedUntil === 'removed') return;
  const waits = [retryDelayMs(tries), (answer.retryAfter ?? 0) * 1000, pausedUntil - clock.now()];
  await queue.postpone(id, Math.max(...waits));
}
