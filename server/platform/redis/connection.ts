import { Redis as IoRedis, type RedisOptions } from 'ioredis';
import type { Milliseconds } from '#contract/units.ts';
import { answerInTime, NoAnswerError } from './answer-in-time.ts';

export type RedisClient = IoRedis;
type Options = Omit<RedisOptions, 'replyMapping'>;

/** A connection that is reopened whenever it is lost or its server hangs. */
export interface Connection {
  readonly client: RedisClient;
  /** Whether its server answered the last ping. */
  isUp(): boolean;
  /** Called with every change of `isUp`. Returns the unsubscribe function. */
  onChange(listener: (isUp: boolean) => void): () => void;
  /** Reopens it because its server hangs. */
  reconnect(): void;
  /** Pings now. */
  check(): Promise<void>;
  lastError(): unknown;
  close(): void;
}

/** How long to wait for an answer, and so how long a request waits for Redis. */
export const answerLimitMs: Milliseconds = 700;
const pingEveryMs: Milliseconds = 1_000;
const connectLimitMs: Milliseconds = 2_000;
const maxRetryMs: Milliseconds = 1_500;

/** A random time up to 2.25 s, so that servers that lost Redis together do not return together. */
const retryDelay = (attempt: number): Milliseconds =>
  Math.min(attempt * 100, maxRetryMs) * (0.5 + Math.random());

const sharedOptions = {
  // The older protocol, which all servers and proxies support.
  protocol: 2,
  disableClientInfo: true,
  connectTimeout: connectLimitMs,
  disconnectTimeout: 100,
  maxLoadingRetryTime: 1_000,
  retryStrategy: retryDelay,
  // A replica after a failover: the new primary has the same address.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} satisfies Options;

/** Commands fail immediately while the connection is lost, and are never sent twice. */
export const commandOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies Options;

/** Subscriptions wait for the connection, and are restored with it. */
export const subscriberOptions = { maxRetriesPerRequest: null, autoResubscribe: true } satisfies Options;

export function openConnection(deps: {
  url: string;
  options: Options;
  ping: (client: RedisClient) => Promise<unknown>;
}): Connection {
  const client = new IoRedis(deps.url, { ...sharedOptions, ...deps.options });
  const listeners = new Set<(isUp: boolean) => void>();
  let isUp = false;
  let isClosed = false;
  let lastError: unknown;
  /** Increases with every connection that ends: results from an earlier one no longer count. */
  let generation = 0;
  let checking: Promise<void> | undefined;
  let connectedAt: number | undefined;

  function setIsUp(next: boolean): void {
    if (next === isUp || (next && isClosed)) return;
    isUp = next;
    for (const listener of listeners) listener(next);
  }

  function reconnect(): void {
    setIsUp(false);
    if (!isClosed) client.disconnect(true);
  }

  async function ping(): Promise<void> {
    const atStart = generation;
    try {
      await answerInTime(deps.ping(client), answerLimitMs);
      if (atStart === generation) setIsUp(true);
    } catch (error) {
      if (atStart !== generation) return;
      lastError = error;
      setIsUp(false);
      if (error instanceof NoAnswerError) reconnect();
    }
  }

  function check(): Promise<void> {
    checking ??= ping().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  function watch(): void {
    if (client.status === 'ready') void check();
    else if (client.status === 'end') client.connect().catch(() => undefined);
    else if (client.status === 'connect' && performance.now() - (connectedAt ?? 0) > connectLimitMs)
      reconnect();
  }

  client.on('error', (error) => {
    lastError = error;
  });
  client.on('connect', () => {
    connectedAt = performance.now();
  });
  client.on('ready', () => {
    checking = undefined;
    void check();
  });
  client.on('close', () => {
    generation += 1;
    setIsUp(false);
  });
  const timer = setInterval(watch, pingEveryMs);

  return {
    client,
    isUp: () => isUp,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reconnect,
    check,
    lastError: () => lastError,
    close() {
      isClosed = true;
      clearInterval(timer);
      setIsUp(false);
      listeners.clear();
      client.disconnect();
    },
  };
}
