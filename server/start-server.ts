import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { withPort } from '#server/config/read-config.ts';
import { loadSecret } from '#server/config/secret.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { releaseAllLeases } from '#server/platform/jobs/lease.ts';
import { createMetrics } from '#server/platform/log/metrics.ts';
import { createRedis } from '#server/platform/redis/redis.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createApp } from './app.ts';
import { version } from './version.ts';

export interface RunningServer {
  readonly publicUrl: string;
  /** The address that opens the local inbox; undefined where there is none. */
  readonly inboxUrl: string | undefined;
  /** Refuses further requests, gives the open ones `limitMs` to end, and releases everything. */
  close(limitMs: number): Promise<void>;
}

/** How long a start waits for Redis: then it goes on without. */
const redisStartMs = 2_000;

/** The application on a real database, listening, with a market to show. Throws a `StartError` that the operator can fix. */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const lock = lockDataDir(config.dataDir);
  const database = await openDatabase({ ...config, logger });
  await migrateDatabase(database, undefined, logger);
  if (!config.databaseUrl) await releaseAllLeases(database);
  const registry = createMetrics();
  const redis = config.redis && createRedis({ ...config.redis, logger, registry });
  await redis?.waitUntilReady(redisStartMs);
  let bound = config;
  const { http, drain, jobs, inboxKey } = await createApp({
    config,
    logger,
    database,
    redis,
    registry,
    ...loadSecrets(config),
    version,
    publicUrl: () => bound.publicUrl,
  });
  for (const job of jobs) await job.prepare?.();
  bound = withPort(config, await listen(http, config));
  for (const job of jobs) await job.start();
  return {
    publicUrl: bound.publicUrl,
    inboxUrl: inboxKey && `${bound.publicUrl}/inbox#${inboxKey}`,
    async close(limitMs) {
      const limit = setTimeout(() => http.server.closeAllConnections(), limitMs);
      await drain.begin();
      await Promise.all([http.close(), drain.isEmpty, ...jobs.map((job) => job.stop())]);
      clearTimeout(limit);
      redis?.close();
      await database.destroy();
      lock.release();
    },
  };
}

/** Returns the port; the system chooses one if 0 is configured. */
async function listen(http: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port, listenTextResolver: () => 'listening' });
    return (http.server.address() as AddressInfo).port;
  } catch (error) {
    throw new StartError(`Cannot listen on ${host} port ${port}: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'the port is in use; set PORT to another one';
  if (code === 'EACCES') return 'not permitted; set PORT to 1024 or more';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address; see HOST';
  return message;
}

/** The first value of `TOKEN_SECRET` signs; the second one, of before a change, is still accepted. */
function loadSecrets({ dataDir, accounts }: Config): { secret: string; previousSecret: string | undefined } {
  const [configured, previousSecret] = accounts.tokenSecrets;
  return { secret: loadSecret(dataDir, configured), previousSecret };
}
