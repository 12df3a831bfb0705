import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Milliseconds } from '#contract/units.ts';
import type { Job } from '../module.ts';
import { type Database, pingDatabase } from './database.ts';

export interface DatabaseHealth extends Job {
  /** Whether the database failed to answer the last check. */
  isDown(): boolean;
}

/** An outage is noticed after this plus the connection timeout. */
const askEvery: Milliseconds = 5000;
const askAgainAfter: Milliseconds = 1000;

/** Checks continuously that the database answers. An outage takes two lines in the log: its start and its end. */
export function createDatabaseHealth(deps: {
  readonly database: Database;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly registry: Registry;
  /** For tests. */
  readonly ping?: () => Promise<void>;
}): DatabaseHealth {
  const { database, logger, registry, ping = () => pingDatabase(database) } = deps;
  let isDown = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers (1) or not (0)',
    registers: [registry],
    collect() {
      this.set(isDown ? 0 : 1);
    },
  });

  async function ask(): Promise<void> {
    try {
      await ping();
      if (isDown) logger.info('the database answers again');
      isDown = false;
    } catch (error) {
      if (!isDown && !isStopped) logger.warn({ err: error }, 'the database does not answer');
      isDown = true;
    }
    if (!isStopped) timer = setTimeout(ask, isDown ? askAgainAfter : askEvery);
  }

  return {
    isDown: () => isDown,
    start() {
      timer = setTimeout(ask, askEvery);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
