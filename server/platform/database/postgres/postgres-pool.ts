import pg from 'pg';
import type { ConnectionLimits } from './connection-limits.ts';
import { watchConnections } from './watch-connections.ts';

/** 64-bit integers are read as numbers: ours are instants in milliseconds and counts, far below 2^53. */
export function createPool(
  connectionString: string,
  { poolSize, connectMs, statementMs, idleTransactionMs }: ConnectionLimits,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    max: poolSize,
    connectionString,
    connectionTimeoutMillis: connectMs,
    // The server ends what takes longer: with 0 it has its own settings.
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    // Notices a peer that is gone from a connection without traffic.
    keepAlive: true,
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
