import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** How long a query waits for a connection before it fails, in milliseconds. */
/** Waiting for one of the pool's connections counts too: many who change one user's rows at once take turns. */
const connectionTimeout = 20_000;

/**
 * Kysely over a pool of PostgreSQL connections. Whole numbers of 64 bits come as numbers: ours are instants in
 * milliseconds and counts, far below 2^53. `onIdleError` hears of connections lost while nobody used them.
 */
export function postgresDialect(
  connectionString: string,
  onIdleError: (error: Error) => void,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: connectionTimeout,
    types: { getTypeParser },
  });
  pool.on('error', onIdleError);
  return new PostgresDialect({ pool });
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
