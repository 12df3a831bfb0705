import { PostgresDialect } from 'kysely';
import type { PoolLimits } from './pool-limits.ts';
import { createPool } from './postgres-pool.ts';

/** Kysely over a pool of PostgreSQL connections. `onIdleError` is called for connections lost while idle. */
export function postgresDialect(
  connectionString: string,
  limits: PoolLimits,
  onIdleError: (error: Error) => void,
): PostgresDialect {
  return new PostgresDialect({ pool: createPool(connectionString, limits, onIdleError) });
}
