import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lease } from './lease.ts';

export interface PeriodicJob {
  start(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
  /** Runs it now, unless another process has done so recently. */
  runNow(): Promise<void>;
}

/**
 * Work to be done every `everyMs` by one of the processes that share the database: by the holder of a lease that lasts
 * until the next run is due.
 */
export function createPeriodicJob(deps: {
  name: string;
  everyMs: number;
  lease: Lease;
  /** This process's name among those. */
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  run: () => Promise<void>;
}): PeriodicJob {
  const { name, everyMs, lease, holder, clock, logger, run } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function runNow(): Promise<void> {
    try {
      if (await lease.acquire(name, holder, everyMs, clock.now())) await run();
    } catch (error) {
      logger.warn({ err: error, job: name }, 'a periodic job failed');
    }
  }

  return {
    runNow,
    start() {
      running = runNow();
      timer = setInterval(() => {
        running = runNow();
      }, everyMs);
    },
    async stop() {
      clearInterval(timer);
      await running;
      await lease.release(name, holder).catch(() => undefined);
    },
  };
}
