import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database/transact.ts';
import type { Lease } from './lease.ts';

/** A lease that one process keeps for as long as it runs. */
export interface HeldLease {
  /** Acquires or renews it: call every `renewEveryMs`. If the database does not answer, nothing changes. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
  /** Whether this process has it, until the transaction ends. */
  confirm(tx: Tx): Promise<boolean>;
  /** Runs `work` in a transaction in which this process has it. Null, with nothing written: it has lost it. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T | null>;
}

/** Short, and renewed three times within it: after a process is killed, another waits no longer than this. */
const ttlMs = 15_000;
export const renewEveryMs = ttlMs / 3;

export function createHeldLease(options: {
  name: string;
  lease: Lease;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}): HeldLease {
  const { name, lease, holder, clock, logger } = options;
  let isHeld = false;

  return {
    confirm: (tx) => lease.confirm(tx, name, holder),
    write: (work) => lease.write(name, holder, work),
    async hold() {
      try {
        isHeld = await lease.acquire(name, holder, ttlMs, clock.now());
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
