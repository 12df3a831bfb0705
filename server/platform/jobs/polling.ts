import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';

export interface Polling {
  start(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
  /** Runs a round now, or another one after the current one. */
  runSoon(): void;
  /** Whether `stop` was called, so that long work should start no further part. */
  isStopped(): boolean;
}

/**
 * Repeats `work`, `everyMs` after it last ended. Consecutive failures take two lines in the log: the first error, as
 * `failure`, and the recovery.
 */
export function createPolling(deps: {
  everyMs: Milliseconds | (() => Milliseconds);
  work: () => Promise<void>;
  failure: string;
  logger: Pick<Logger, 'warn' | 'info'>;
}): Polling {
  const { everyMs, work, failure, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  let failures = 0;

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      failures += 1;
      if (failures === 1) logger.warn({ err: error }, failure);
      return;
    }
    if (failures > 0) logger.info({ failures }, `${failure}: recovered`);
    failures = 0;
  }

  /** A request that asks for a round must not be the one that this round, and all later ones, count for. */
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isStarted = false;
  let isUnderWay = false;
  let shouldRunSoon = false;

  function poll(): void {
    [isStarted, isUnderWay, shouldRunSoon] = [true, true, false];
    running = run().then(() => {
      isUnderWay = false;
      if (isStopped) return;
      const waitMs = typeof everyMs === 'number' ? everyMs : everyMs();
      timer = setTimeout(poll, shouldRunSoon ? 0 : waitMs);
    });
  }

  return {
    start: poll,
    runSoon() {
      shouldRunSoon = true;
      if (isStopped || !isStarted || isUnderWay) return;
      clearTimeout(timer);
      inOwnContext(poll);
    },
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
