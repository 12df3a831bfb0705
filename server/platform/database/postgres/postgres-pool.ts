import pg from 'pg';
import type { PoolLimits } from './pool-limits.ts';
import { watchConnections } from './watch-connections.ts';

/** 64-bit integers are read as numbers: ours are instants in milliseconds and counts, far below 2^53. */
export function createPool(
  connectionString: string,
  { poolSize, connectMs, statementMs, idleTransactionMs }: PoolLimits,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    max: poolSize,
    connectionString,
    connectionTimeoutMillis: connectMs,
    // Enforced by the server; with 0 its own settings apply.
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    // Detects a dead peer on a connection without traffic.
    keepAlive: true,
    types: { getTypeParser },
  });
  pool.on('error', onIdleError);
  // If a connection is lost between two statements of a transaction, the next one rejects. Without a listener, it would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchConnections(pool, connectionString);
  return pool;
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
