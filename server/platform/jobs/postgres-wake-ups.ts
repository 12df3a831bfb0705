import pg from 'pg';
import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import { channelOf, createListeners, notifyAll, topics, type WakeUps } from './wake-ups.ts';

export interface PostgresWakeUps extends WakeUps {
  /** Resolves once it listens, or after the first attempt failed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const connectMs: Milliseconds = 5_000;
/** How often the connection is probed, because dropped packets go unnoticed. */
const probeEveryMs: Milliseconds = 5_000;
const probeLimitMs: Milliseconds = 3_000;
const retryMs: Milliseconds = 500;
const maxRetryMs: Milliseconds = 5_000;

/**
 * Wake-ups by LISTEN and NOTIFY. Listens on a separate connection outside the pool, which reconnects automatically;
 * then all listeners are called, because any wake-up may have been missed.
 */
export function createPostgresWakeUps(options: {
  readonly databaseUrl: string;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}): PostgresWakeUps {
  const { logger } = options;
  const listeners = createListeners();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;

  function callAll(): void {
    for (const topic of topics) listeners.call(topic);
  }

  function lose(lost: pg.Client, error?: unknown): void {
    if (client === lost) client = undefined;
    lost.removeAllListeners('notification');
    void lost.end().catch(() => undefined);
    if (isStopped) return;
    failures += 1;
    if (failures === 1) logger.warn({ err: error }, 'the database sends no notifications: polling instead');
    // Listeners have to poll from now on.
    callAll();
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), Math.min(maxRetryMs, retryMs * 2 ** Math.min(failures, 8)));
    timer.unref();
  }

  async function connect(): Promise<void> {
    if (isStopped) return;
    const opened = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: connectMs,
      query_timeout: probeLimitMs,
      keepAlive: true,
    });
    let isLost = false;
    const onLoss = (error?: unknown) => {
      if (isLost) return;
      isLost = true;
      lose(opened, error);
    };
    opened.on('error', onLoss).on('end', onLoss);
    try {
      await opened.connect();
      const { rows } = await opened.query<{ name: string }>('select current_schema() as name');
      opened.on('notification', ({ payload }) => {
        const topic = topics.find((one) => one === payload);
        if (topic) listeners.call(topic);
      });
      await opened.query(`listen ${opened.escapeIdentifier(channelOf(rows[0]?.name ?? ''))}`);
    } catch (error) {
      return onLoss(error);
    }
    if (isLost || isStopped) return onLoss();
    client = opened;
    if (failures > 0) logger.info({ failures }, 'the database sends notifications again');
    failures = 0;
    callAll();
    probe(opened, onLoss);
  }

  function probe(opened: pg.Client, onLoss: (error: unknown) => void): void {
    timer = setTimeout(() => {
      opened.query('select 1').then(() => client === opened && probe(opened, onLoss), onLoss);
    }, probeEveryMs);
    timer.unref();
  }

  return {
    listen: listeners.listen,
    isConnected: () => client !== undefined,
    send: notifyAll,
    start: connect,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
