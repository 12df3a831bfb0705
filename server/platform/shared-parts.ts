import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Clock, systemClock } from './clock.ts';
import type { Database } from './database/database.ts';
import { createDatabaseLease, type Lease } from './jobs/lease.ts';
import { createOutbox, type Outbox } from './jobs/outbox.ts';
import { nameProcess } from './jobs/process-name.ts';
import { createServerList, type ServerList } from './jobs/server-list.ts';
import { createSendingWakeUps, type WakeUps } from './jobs/wake-ups.ts';
import { deriveKey } from './keys.ts';
import { createDatabaseRateLimiter } from './limits/database-rate-limiter.ts';
import { type RateLimiter, unlimited } from './limits/rate-limiter.ts';
import { createPresence, type PresenceJob } from './redis/presence.ts';
import type { Redis } from './redis/redis.ts';

/** What the process provides. */
export interface ProcessParts {
  readonly database: Database;
  readonly logger: Logger;
  readonly registry: Registry;
  /** The installation's keys are derived from it. */
  readonly secret: string;
  /** The previous secret, during a rotation: its signatures are still valid. */
  readonly previousSecret?: string | undefined;
  readonly version: string;
  /** The origin of links; a function, because with `PORT=0` it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** Undefined if this is the only server. */
  readonly redis?: Redis | undefined;
  /** Default: wake-ups without a listening connection. */
  readonly wakeUps?: WakeUps;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Parts that several modules use, built once per process. */
export interface SharedParts extends ProcessParts {
  readonly clock: Clock;
  readonly wakeUps: WakeUps;
  readonly outbox: Outbox;
  readonly lease: Lease;
  /** Identifies this process as a lease holder. */
  readonly holder: string;
  readonly limiter: RateLimiter;
  readonly servers: ServerList;
  /** Undefined without Redis. */
  readonly presence: PresenceJob | undefined;
}

export function createSharedParts(parts: ProcessParts & { readonly isRateLimited: boolean }): SharedParts {
  const { database, secret, clock = systemClock, isRateLimited, redis } = parts;
  const wakeUps = parts.wakeUps ?? createSendingWakeUps(database);
  const holder = nameProcess();
  const servers = createServerList({ ...parts, holder, clock, wakeUps });
  return {
    ...parts,
    clock,
    wakeUps,
    outbox: createOutbox(database, clock, wakeUps),
    lease: createDatabaseLease(database, wakeUps),
    holder,
    servers,
    presence: redis && createPresence({ ...parts, redis, clock, servers }),
    limiter: isRateLimited
      ? createDatabaseRateLimiter({ db: database, key: deriveKey(secret, 'rate limits'), clock })
      : unlimited,
  };
}
