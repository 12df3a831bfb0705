import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Milliseconds } from '#contract/units.ts';
import type { Config } from '#server/config/config.ts';
import { withPort } from '#server/config/read-config.ts';
import { loadSecret } from '#server/config/secret.ts';
import { systemClock } from '#server/platform/clock.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { createDatabaseClock } from '#server/platform/database/database-clock.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { releaseAllLeases } from '#server/platform/jobs/lease.ts';
import { createLocalWakeUps } from '#server/platform/jobs/wake-ups.ts';
import { createMetrics } from '#server/platform/log/metrics.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createApp } from './app.ts';
import { version } from './version.ts';

export interface RunningServer {
  readonly publicUrl: string;
  /** The URL that opens the local inbox; undefined if there is none. */
  readonly inboxUrl: string | undefined;
  /** How long open requests may take when the process is asked to stop. */
  readonly closeLimitMs: Milliseconds;
  /**
   * Hands work over to other servers, lets proxies notice, gives open requests time to finish, and releases everything.
   */
  close(): Promise<void>;
}

const minCloseMs: Milliseconds = 7000;
/** Time for open requests once proxies have had time to notice. */
const afterDrainMs: Milliseconds = 4000;
/** How long a start waits for Redis before it continues without it. */
const redisStartMs: Milliseconds = 2_000;

/**
 * Starts the application on a real database, listening, with market data to show. Throws a `StartError` for whatever
 * the operator can fix.
 */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const lock = lockDataDir(config.dataDir);
  const database = await openDatabase({ ...config, logger });
  await migrateDatabase(database, undefined, logger);
  if (!config.databaseUrl) await releaseAllLeases(database);
  const drainMs = config.drainSeconds * 1000;
  const closeLimitMs = Math.max(minCloseMs, drainMs + afterDrainMs);
  const registry = createMetrics();
  const redis = config.redis && (await openRedis(config.redis, logger, registry));
  const { clock, wakeUps, stop: leaveCluster } = await joinServers(config, database, logger);
  let bound = config;
  const { http, drain, isWatched, handOver, jobs, inboxKey } = await createApp({
    config,
    logger,
    database,
    redis,
    clock,
    wakeUps,
    registry,
    ...loadSecrets(config),
    version,
    publicUrl: () => bound.publicUrl,
  });
  for (const job of jobs) await job.prepare?.();
  bound = withPort(config, await listen(http, config));
  for (const job of jobs) await job.start();
  /** Clients without a proxy get 503 with `Retry-After` rather than a refused connection: no proxy retries elsewhere for them. */
  const startDrain = () => {
    if (isWatched()) return drain.begin(drainMs);
    return config.trustedProxies > 0 ? drain.beginWithoutHealthChecks() : drain.begin();
  };
  return {
    publicUrl: bound.publicUrl,
    inboxUrl: inboxKey && `${bound.publicUrl}/inbox#${inboxKey}`,
    closeLimitMs,
    async close() {
      const limit = setTimeout(() => http.server.closeAllConnections(), closeLimitMs);
      const handedOver = handOver().catch((error: unknown) =>
        logger.warn({ err: error }, 'could not release the leases'),
      );
      await startDrain();
      await handedOver;
      await Promise.all([http.close(), drain.isEmpty, ...jobs.map((job) => job.stop())]);
      clearTimeout(limit);
      redis?.close();
      await leaveCluster();
      await database.destroy();
      lock.release();
    },
  };
}

/** Connects to what servers with the same PostgreSQL database share: its clock, and notifications of new data. */
async function joinServers({ databaseUrl }: Config, database: Database, logger: Logger) {
  if (!databaseUrl) return { clock: systemClock, wakeUps: createLocalWakeUps(), stop: async () => undefined };
  // Loaded on demand, because the driver is only needed with PostgreSQL.
  const { createPostgresWakeUps } = await import('#server/platform/jobs/postgres-wake-ups.ts');
  const wakeUps = createPostgresWakeUps({ databaseUrl, logger });
  const clock = createDatabaseClock(database);
  await Promise.all([clock.compare(), wakeUps.start()]);
  clock.start();
  const stop = async () => {
    clock.stop();
    await wakeUps.stop();
  };
  return { clock, wakeUps, stop };
}

/** Loads the client only if it is used. */
async function openRedis(config: NonNullable<Config['redis']>, logger: Logger, registry: Registry) {
  const { createRedis } = await import('#server/platform/redis/redis.ts');
  const redis = createRedis({ ...config, logger, registry });
  await redis.waitUntilReady(redisStartMs);
  return redis;
}

/** Returns the port, which the system chooses if 0 is configured. */
async function listen(http: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port, listenTextResolver: () => 'listening' });
    return (http.server.address() as AddressInfo).port;
  } catch (error) {
    throw new StartError(`Cannot listen on ${host} port ${port}: ${describeListenError(error)}.`, {
      cause: error,
    });
  }
}

function describeListenError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'the port is in use; set PORT to another one';
  if (code === 'EACCES') return 'not permitted; set PORT to 1024 or more';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address; see HOST';
  return message;
}

/** The first value of `TOKEN_SECRET` signs; during a rotation the second, previous one is still accepted. */
function loadSecrets({ dataDir, accounts }: Config): { secret: string; previousSecret: string | undefined } {
  const [configured, previousSecret] = accounts.tokenSecrets;
  return { secret: loadSecret(dataDir, configured), previousSecret };
}
