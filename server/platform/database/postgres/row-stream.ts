import pg from 'pg';
import { defaultPoolLimits, type PoolLimits } from './pool-limits.ts';
import { createPool } from './postgres-pool.ts';

/**
 * Runs a query with the parameters `$1`, `$2` …, and passes each row on as it arrives, while the database is still
 * preparing the next ones. As with any single statement, all rows are from the same snapshot. If `take` throws, the query is
 * abandoned with that error.
 */
export type StreamRows = (
  sql: string,
  parameters: readonly (string | number)[],
  take: (row: readonly unknown[]) => void,
) => Promise<void>;

/** Opens a connection for one thread, on which one query runs at a time. */
export function openRowStream(databaseUrl: string, limits: PoolLimits = defaultPoolLimits): StreamRows {
  // A connection that is lost while idle is replaced by the next query.
  const pool = createPool(databaseUrl, { ...limits, poolSize: 1 }, () => undefined);
  return async (sql, parameters, take) => {
    const config: pg.QueryArrayConfig = { text: sql, values: [...parameters], rowMode: 'array' };
    const client = await pool.connect();
    try {
      await stream(client, new pg.Query(config), take);
    } catch (error) {
      // Rows that nobody reads may still be on their way.
      client.release(true);
      throw error;
    }
    client.release();
  };
}

function stream(client: pg.PoolClient, query: pg.Query, take: Parameters<StreamRows>[2]): Promise<void> {
  return new Promise((resolve, reject) => {
    let isRefused = false;
    query.on('row', (row: unknown[]) => {
      if (isRefused) return;
      try {
        take(row);
      } catch (error) {
        // Thrown into pg's parser, it would end the process.
        isRefused = true;
        reject(error);
      }
    });
    query.on('error', reject);
    query.on('end', () => resolve());
    client.query(query);
  });
}
