import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Lease } from './lease.ts';

export interface PeriodicJob {
  start(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
  /** Runs it now, unless another process is running it or did so recently. */
  runNow(): Promise<void>;
}

/** How long the lease of a run lasts without renewal: if a process is killed, another repeats its run after this time. */
const runLeaseMs: Milliseconds = 15_000;
/** How often the other processes check whether a run is due. */
const checkEveryMs: Milliseconds = 15_000;

/**
 * Runs work every `everyMs` in one of the processes sharing the database. A short lease is held during a run.
 * Afterwards the lease lasts until the next run is due, so that the database knows when that is, whichever processes
 * exist by then.
 */
export function createPeriodicJob(deps: {
  name: string;
  everyMs: Milliseconds;
  lease: Lease;
  /** This process's name as a lease holder. */
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  run: () => Promise<void>;
}): PeriodicJob {
  const { name, everyMs, lease, holder, clock, logger, run } = deps;
  const heldMs = Math.min(everyMs, runLeaseMs);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isLeaseFailing = false;

  async function acquire(ttlMs: Milliseconds): Promise<boolean> {
    try {
      const isAcquired = await lease.acquire(name, holder, ttlMs, clock.now(), everyMs);
      isLeaseFailing = false;
      return isAcquired;
    } catch (error) {
      if (!isLeaseFailing) logger.warn({ err: error, job: name }, 'the lease of a periodic job failed');
      isLeaseFailing = true;
      return false;
    }
  }

  /** Returns the wait until the next try. */
  async function runIfDue(): Promise<Milliseconds> {
    const startedAt = clock.now();
    if (!(await acquire(heldMs))) return Math.min(everyMs, checkEveryMs);
    const renewing = setInterval(() => void acquire(heldMs), heldMs / 3);
    try {
      await run();
    } catch (error) {
      logger.warn({ err: error, job: name }, 'a periodic job failed');
    }
    clearInterval(renewing);
    // Clamped, because the clock may have been set during the run.
    const elapsedMs = Math.min(everyMs - 1, Math.max(0, clock.now() - startedAt));
    if (!isStopped) await acquire(everyMs - elapsedMs);
    return everyMs - elapsedMs;
  }

  async function step(): Promise<void> {
    const waitMs = await runIfDue();
    if (isStopped) return;
    timer = setTimeout(() => {
      running = step();
    }, waitMs);
  }

  return {
    async runNow() {
      await runIfDue();
    },
    start() {
      running = step();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await lease.release(name, holder).catch(() => undefined);
    },
  };
}
