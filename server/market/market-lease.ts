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
 * Short, and renewed three times within it whatever the refresh interval: after a process was killed another (or the
 * same one, started again) need not wait longer than this.
 */
const ttlMs = 15_000;
export const renewEveryMs = ttlMs / 3;

export function createMarketLease(options: {
  lease: Lease;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): MarketLease {
  const { lease, holder, clock, logger } = options;
  let isHeld = false;
  return {
    async hold() {
      try {
        isHeld = await lease.acquire(name, holder, ttlMs, clock.now());
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
