import type { Logger } from 'pino';
import { createPolling } from './polling.ts';
import type { Topic, WakeUps } from './wake-ups.ts';

/** Delivers the items of a queue for as long as the process runs. */
export interface DeliveryLoop {
  start(): void;
  /**
   * Resolves when the current deliveries have ended, or after three seconds. The rest is delivered after the next start
   * or by another process.
   */
  stop(): Promise<void>;
  /** Tries the due items. */
  deliverDue(): Promise<void>;
}

const pollMs = 1000;
/** Used while wake-ups arrive, for items that become due by time, such as retries. */
const slowPollMs = 3000;
/** Shorter than the process's own shutdown limit. */
const stopLimitMs = 3000;
const firstDelayMs = 5000;
const maxDelayMs = 10 * 60_000;

/** Milliseconds to wait after this many failed attempts: 5, 10, 20 … seconds. */
export function retryDelayMs(tries: number): number {
  return Math.min(firstDelayMs * 2 ** (tries - 1), maxDelayMs);
}

/**
 * Delivers up to `atOnce` items concurrently, so that a slow one does not block the others. `claim` returns at most
 * `room` due items; `deliver` tries one. `name` identifies the queue in the log.
 */
export function createDeliveryLoop<T>(deps: {
  name: string;
  atOnce: number;
  claim: (room: number) => Promise<readonly T[]>;
  deliver: (item: T) => Promise<void>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Signals that there are new items. */
  wakeOn?: { readonly wakeUps: WakeUps; readonly topic: Topic } | undefined;
}): DeliveryLoop {
  const { name, atOnce, claim, deliver, logger, wakeOn } = deps;
  let unlisten: (() => void) | undefined;
  const underWay = new Set<Promise<void>>();
  const polling = createPolling({
    everyMs: () => (wakeOn?.wakeUps.isConnected() ? slowPollMs : pollMs),
    work: deliverDue,
    failure: `the queue of ${name} could not be read`,
    logger,
  });

  function begin(item: T): void {
    const trying = deliver(item)
      .catch((error: unknown) => logger.warn({ err: error }, `the queue of ${name} could not be written`))
      .finally(() => underWay.delete(trying));
    underWay.add(trying);
  }

  async function deliverDue(): Promise<void> {
    try {
      while (!polling.isStopped()) {
        const room = atOnce - underWay.size;
        const claimed = room > 0 ? await claim(room) : [];
        claimed.forEach(begin);
        // With less room, further items may be due.
        if (claimed.length === 0 && room === atOnce) return;
        // There is no room for more, or the rest has to wait for those under way.
        await firstOf(underWay, pollMs);
      }
    } finally {
      await Promise.all(underWay);
    }
  }

  return {
    deliverDue,
    start() {
      unlisten = wakeOn?.wakeUps.listen(wakeOn.topic, polling.runSoon);
      polling.start();
    },
    stop() {
      unlisten?.();
      return firstOf(new Set([polling.stop()]), stopLimitMs);
    },
  };
}

/** Resolves when one of them has ended, or after `ms`. */
async function firstOf(underWay: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  if (underWay.size === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([...underWay, over]);
  clearTimeout(timer);
}
