import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { withPort } from '#server/config/read-config.ts';
import { loadSecret } from '#server/config/secret.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { createMetrics } from '#server/platform/log/metrics.ts';
import { StartError } from '#server/platform/start-error.ts';
import { buildApp } from './app.ts';
import { createBackgroundWork } from './background-work.ts';
import { createAlertWork } from './create-alert-work.ts';
import { createNews } from './create-news.ts';
import { registerDeliveryMetrics } from './delivery-metrics.ts';
import { createMarket } from './market/market.ts';
import { createMarketStore } from './market/store.ts';
import { systemClock } from './platform/clock.ts';
import { version } from './version.ts';

export interface RunningServer {
  readonly publicUrl: string;
  /** Takes no more requests, gives the open ones `limitMs` to end, and lets go of everything. */
  close(limitMs: number): Promise<void>;
}

/** Everything wired to the real world, listening, with a market to show. Throws a `StartError` for what the operator can put right. */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const database = await openDatabase({ ...config, logger });
  await migrateDatabase(database);
  const secret = loadSecret(config.dataDir, config.accounts.tokenSecret);
  const registry = createMetrics();
  const market = createMarket({
    config: config.market,
    store: createMarketStore(database, logger),
    lease: createDatabaseLease(database),
    clock: systemClock,
    logger,
    registry,
  });
  const news = createNews({
    config: config.news,
    database,
    market: market.service,
    clock: systemClock,
    logger,
    registry,
    version,
  });
  await news.service.reload();
  let bound = config;
  const publicUrl = () => bound.publicUrl;
  const common = { config, logger, database, market: market.service, publicUrl, secret, clock: systemClock };
  const alertWork = createAlertWork({ ...common, registry });
  await alertWork.startTelling();
  const app = await buildApp({
    ...common,
    news: news.service,
    registry,
    version,
    personalEvents: alertWork.events,
  });
  const background = createBackgroundWork(common);
  registerDeliveryMetrics({ ...common, registry, isMailed: config.mail.smtpUrl !== undefined });
  bound = withPort(config, await listen(app, config));
  background.start();
  await alertWork.start();
  await market.start();
  // After the market, so that articles can be linked to its coins from the first on.
  news.start();
  return {
    publicUrl: bound.publicUrl,
    async close(limitMs) {
      await Promise.all([market.stop(), news.stop(), background.stop(), alertWork.stop()]);
      const limit = setTimeout(() => app.server.closeAllConnections(), limitMs);
      await app.close();
      clearTimeout(limit);
      await database.destroy();
    },
  };
}

/** Gives the port, which the system chose where 0 was asked for. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port, listenTextResolver: () => 'listening' });
    return (app.server.address() as AddressInfo).port;
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
