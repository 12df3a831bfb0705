import type { Logger } from 'pino';
import { createPolling } from './polling.ts';

/** Sends what waits in a queue, as long as the process runs. */
export interface DeliveryLoop {
  start(): void;
  /** Resolves when what is on its way is through; the rest is sent after the next start, or by another process. */
  stop(): Promise<void>;
  /** Tries what is due now. */
  deliverDue(): Promise<void>;
}

const pollMs = 1000;
const firstDelayMs = 5000;
const longestDelayMs = 10 * 60_000;

/** How long (ms) to wait after so many tries failed: 5, 10, 20 … seconds. */
export function retryDelayMs(tries: number): number {
  return Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
}

/** `deliverNext` tries what is due longest, and gives whether there may be more. `name` is the queue's, for the log. */
export function createDeliveryLoop(deps: {
  name: string;
  deliverNext: () => Promise<boolean>;
  logger: Pick<Logger, 'warn'>;
}): DeliveryLoop {
  const { name, deliverNext, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: deliverDue,
    failure: `the queue of ${name} could not be read`,
    logger,
  });

  async function deliverDue(): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore && !polling.isStopped()) mayBeMore = await deliverNext();
  }

  return { deliverDue, start: polling.start, stop: polling.stop };
}
