import pg from 'pg';
import { watchConnections } from './watch-connections.ts';

/**
 * Milliseconds until a query fails for want of a connection, the wait for one of the pool included. A call is refused
 * within ten seconds of an outage.
 */
const connectionTimeout = 8_000;

/** 64-bit integers are read as numbers: ours are instants in milliseconds and counts, far below 2^53. */
export function createPool(
  connectionString: string,
  onIdleError: (error: Error) => void,
  options: Pick<pg.PoolConfig, 'max'> = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionString,
    connectionTimeoutMillis: connectionTimeout,
    types: { getTypeParser },
  });
  pool.on('error', onIdleError);
  // A connection lost between two statements of a transaction: the next one rejects. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchConnections(pool, connectionString);
  return pool;
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
