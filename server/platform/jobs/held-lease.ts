import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lease } from './lease.ts';

/** A lease that one process keeps for as long as it runs. */
export interface HeldLease {
  /** Acquires or renews it: call every `renewEveryMs`. If the database does not answer, nothing changes. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** Short, and renewed three times within it: after a process is killed, another waits no longer than this. */
const ttlMs = 15_000;
export const renewEveryMs = ttlMs / 3;

export function createHeldLease(options: {
  name: string;
  lease: Lease;
  holder: string;
  /** Whether a holder is known to have ended. */
  hasEnded: (holder: string) => boolean;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): HeldLease {
  const { name, lease, holder, hasEnded, clock, logger } = options;
  let isHeld = false;
  let isFirst = true;
  const acquire = () => lease.acquire(name, holder, ttlMs, clock.now());

  /** Takes the lease over from a killed process, so that its replacement need not wait. */
  async function takeOver(): Promise<boolean> {
    const other = await lease.getHolder(name);
    if (other === null || !hasEnded(other)) return false;
    await lease.release(name, other);
    return acquire();
  }

  return {
    async hold() {
      try {
        isHeld = (await acquire()) || (isFirst && (await takeOver()));
        // Only once: two processes that each think the other has ended would take turns forever.
        isFirst = false;
      } catch (error) {
        logger.warn({ err: error, lease: name }, 'a lease could not be asked for');
      }
      return isHeld;
    },
    async release() {
      isHeld = false;
      await lease
        .release(name, holder)
        .catch((error: unknown) => logger.warn({ err: error, lease: name }, 'a lease could not be given up'));
    },
  };
}
