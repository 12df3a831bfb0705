import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database/transact.ts';
import type { Lease } from './lease.ts';
import type { ServerCount } from './server-list.ts';
import type { WakeUps } from './wake-ups.ts';

/** A lease that one process keeps for as long as it runs. */
export interface HeldLease {
  /**
   * Acquires or renews it: call every `renewEveryMs`. If the database does not answer, nothing changes until the lease
   * has expired; then another server may hold it.
   */
  hold(): Promise<boolean>;
  /** Whether this process holds it, as far as it knows. */
  isHeld(): boolean;
  /** Renews it during work that may take longer than it lasts. */
  keepDuring<T>(work: () => Promise<T>): Promise<T>;
  release(): Promise<void>;
  /** Whether this process holds it, guaranteed until the transaction ends. */
  confirm(tx: Tx): Promise<boolean>;
  /** Runs `work` in a transaction while holding the lease. Returns null, with nothing written, if it is lost. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T | null>;
}

/**
 * A lease is renewed three times within this time. After a process is killed, another has the lease within `ttlMs` plus
 * the time between two attempts: 13 seconds at most.
 */
const ttlMs: Milliseconds = 10_000;
export const renewEveryMs: Milliseconds = 3_000;
/** How long leases of earlier versions last, whose servers may run at the same time. */
const maxTtlMs: Milliseconds = 15_000;
/** How often to check while no wake-ups tell of a new lease or of what its holder has written. */
const pollEveryMs: Milliseconds = 1_000;

/** How often a process without the lease checks for it. */
export const getFollowMs = (wakeUps: Pick<WakeUps, 'isConnected'> | undefined): Milliseconds =>
  wakeUps?.isConnected() === false ? pollEveryMs : renewEveryMs;

export function createHeldLease(options: {
  name: string;
  lease: Lease;
  holder: string;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** If this is the only server, which is the default, it keeps its lease while the database is down. */
  servers?: Pick<ServerCount, 'alive'> | undefined;
}): HeldLease {
  const { name, lease, holder, clock, logger, servers } = options;
  /** Undefined if not held. */
  let heldAt: Instant | undefined;

  function isHeld(): boolean {
    if (heldAt === undefined) return false;
    // If the clock was set back, the age is unknown, so count it in both directions.
    const ageMs = Math.abs(clock.now() - heldAt);
    return ageMs < ttlMs || (servers?.alive() ?? 1) === 1;
  }

  async function hold(): Promise<boolean> {
    const askedAt = clock.now();
    try {
      heldAt = (await lease.acquire(name, holder, ttlMs, askedAt, maxTtlMs)) ? askedAt : undefined;
    } catch (error) {
      logger.warn({ err: error, lease: name }, 'could not acquire a lease');
    }
    return isHeld();
  }

  return {
    hold,
    isHeld,
    async keepDuring(work) {
      let isRenewing = false;
      const renew = async () => {
        // Not one that was released or lost meanwhile. A renewal waits for the transaction in which the work writes.
        if (isRenewing || heldAt === undefined) return;
        isRenewing = true;
        await hold();
        isRenewing = false;
      };
      const timer = setInterval(renew, renewEveryMs);
      timer.unref();
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
    confirm: (tx) => lease.confirm(tx, name, holder),
    write: (work) => lease.write(name, holder, work),
    async release() {
      heldAt = undefined;
      await lease
        .release(name, holder)
        .catch((error: unknown) => logger.warn({ err: error, lease: name }, 'could not release a lease'));
    },
  };
}
