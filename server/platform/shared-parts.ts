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

/** What the process is given. */
export interface ProcessParts {
  readonly database: Database;
  readonly logger: Logger;
  readonly registry: Registry;
  /** The keys of this installation are derived from it. */
  readonly secret: string;
  /** The one before, while the secret is being changed: what it signed still counts. */
  readonly previousSecret?: string | undefined;
  readonly version: string;
  /** The origin in links; a function, because with `PORT=0` it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** Undefined where this server is the only one. */
  readonly redis?: Redis | undefined;
  /** By default those of a server without a connection that listens. */
  readonly wakeUps?: WakeUps;
  /** The system's by default. */
  readonly clock?: Clock;
}

/** What several modules use: built once per process. */
export interface SharedParts extends ProcessParts {
  readonly clock: Clock;
  readonly wakeUps: WakeUps;
  readonly outbox: Outbox;
  readonly lease: Lease;
  /** Names this process as the holder of a lease. */
  readonly holder: string;
  readonly limiter: RateLimiter;
  readonly servers: ServerList;
  /** Undefined where there is no Redis. */
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
