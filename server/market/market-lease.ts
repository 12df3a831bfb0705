import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { Lease } from '#server/platform/lease.ts';

/** Whether this process is the one that refreshes. */
export interface MarketLease {
  /** Takes or renews it. Where the database can't be asked, it stays as it was. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

const name = 'market-refresh';
/**
 * Short, and renewed three times within it whatever the refresh interval: after a process was killed another need not
 * wait longer than this.
 */
const ttlMs = 15_000;
export const renewEveryMs = ttlMs / 3;

export function createMarketLease(options: {
  lease: Lease;
  holder: string;
  /** Whether the holder named is known to be gone. */
  hasEnded: (holder: string) => boolean;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): MarketLease {
  const { lease, holder, hasEnded, clock, logger } = options;
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
        logger.warn({ err: error }, 'the lease of the market refresh could not be asked for');
      }
      return isHeld;
    },
    async release() {
      isHeld = false;
      await lease
        .release(name, holder)
        .catch((error: unknown) => logger.warn({ err: error }, 'the lease could not be given up'));
    },
  };
}
