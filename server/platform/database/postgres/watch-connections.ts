import pg from 'pg';
import type { Milliseconds } from '#contract/units.ts';

const watchEveryMs = 1000;
/** A connection in use for longer may be dead, or running a long query. */
const suspiciousAfterMs = 4000;
const probeLimitMs = 3000;

/**
 * Ends pooled connections whose server no longer answers, so that their queries reject: when a network drops packets,
 * neither side is notified. A long query on a live server continues.
 */
export function watchConnections(pool: pg.Pool, connectionString: string): void {
  const since = new Map<pg.PoolClient, number>();
  let isProbing = false;

  async function endDead(): Promise<void> {
    const limit = performance.now() - suspiciousAfterMs;
    const suspicious = [...since].filter(([, startedAt]) => startedAt <= limit).map(([client]) => client);
    if (isProbing || suspicious.length === 0) return;
    isProbing = true;
    const isAlive = await isAnswering(connectionString, probeLimitMs);
    isProbing = false;
    if (isAlive) return;
    for (const client of suspicious) if (since.has(client)) endNow(client);
  }

  const timer = setInterval(() => void endDead(), watchEveryMs);
  timer.unref();
  pool.on('acquire', (client) => void since.set(client, performance.now()));
  pool.on('release', (_error, client) => void since.delete(client));
  pool.on('remove', (client) => void since.delete(client));
  const end = pool.end.bind(pool);
  pool.end = async () => {
    clearInterval(timer);
    await end();
  };
}

/** The pool hides its clients' `end`. During a query it breaks the connection immediately. */
function endNow(client: pg.PoolClient): void {
  if (client instanceof pg.Client) void client.end().catch(() => undefined);
}

/** Whether the server answers a new connection, each step within the limit. */
export async function isAnswering(connectionString: string, limitMs: Milliseconds): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // For example too many connections: the server does answer.
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
