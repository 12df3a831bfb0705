import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lease } from './lease.ts';

export interface PeriodicJob {
  start(): void;
  /** Resolves when a run that is under way has ended. */
  stop(): Promise<void>;
  /** Runs it now, where no other process did lately. */
  runNow(): Promise<void>;
}

/**
 * Work that has to be done every `everyMs`, by one of the processes that share the database: who holds the lease,
 * which is kept until the next run is due.
 */
export function createPeriodicJob(deps: {
  name: string;
  everyMs: number;
  lease: Lease;
  /** Names this process among those. */
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
