import type { Logger } from 'pino';

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
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function deliverDue(): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore && !isStopped) mayBeMore = await deliverNext();
  }

  function poll(): void {
    running = deliverDue()
      .catch((error: unknown) => logger.warn({ err: error, queue: name }, 'a queue could not be read'))
      .then(() => {
        if (!isStopped) timer = setTimeout(poll, pollMs);
      });
  }

  return {
    deliverDue,
    start: poll,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
