import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lease } from './lease.ts';

/** Whether this process is the one that does a piece of work, which it goes on doing for as long as it runs. */
export interface HeldLease {
  /** Takes or renews it: to be asked every `renewEveryMs`. Where the database can't be asked, it stays as it was. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** Short, and renewed three times within it: after a process was killed another need not wait longer than this. */
const ttlMs = 15_000;
export const renewEveryMs = ttlMs / 3;

export function createHeldLease(options: {
  name: string;
  lease: Lease;
  holder: string;
  /** Whether the holder named is known to be gone. */
  hasEnded: (holder: string) => boolean;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): HeldLease {
  const { name, lease, holder, hasEnded, clock, logger } = options;
  let isHeld = false;
  let isFirst = true;
  const acquire = () => lease.acquire(name, holder, ttlMs, clock.now());

  /** Takes the lease from a process that was killed, so that the one started in its place need not wait. */
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
        // Only once: two that wrongly took each other for ended would go on taking it from each other.
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
