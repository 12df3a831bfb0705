import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Milliseconds } from '#contract/units.ts';
import { answerInTime, NoAnswerError } from './answer-in-time.ts';
import {
  answerLimitMs,
  type Connection,
  commandOptions,
  openConnection,
  type RedisClient,
  subscriberOptions,
} from './connection.ts';
import { createOutageLog } from './outage-log.ts';
import { isNotServing, RedisDownError } from './redis-down-error.ts';

/** Short-lived data that the servers of a site share. It never holds the only copy of anything that must last. */
export interface Redis {
  /**
   * Runs commands on the shared command connection; `name` labels them in metrics. Rejects with a `RedisDownError`
   * within a few hundred milliseconds if Redis does not answer. Such a command may have been executed.
   */
  ask<T>(name: string, send: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Opens a separate connection for subscriptions, which are restored with it. Closed together with the rest. */
  subscriber(): Connection;
  /** A key of this site and of this version of the stored layout. */
  key(...parts: readonly string[]): string;
  isDown(): boolean;
  /** Called whenever Redis goes down or comes back. Returns the unsubscribe function. */
  onChange(listener: (isDown: boolean) => void): () => void;
  /** Resolves once Redis is available, or after `limitMs`. */
  waitUntilReady(limitMs: Milliseconds): Promise<void>;
  close(): void;
}

export interface RedisDeps {
  readonly url: string;
  readonly prefix: string;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly registry: Registry;
}

/** Version of the stored layout. Change it whenever servers of two versions could not read each other's data. */
const layoutVersion = 'v1';
const pingLifeMs: Milliseconds = 10_000;

/** Connects immediately, and again whenever the connection is lost. Redis being down is not an error. */
export function createRedis({ url, prefix, logger, registry }: RedisDeps): Redis {
  const key = (...parts: readonly string[]) => `${prefix}${layoutVersion}:${parts.join(':')}`;
  const pingKey = key('ping', randomUUID());
  const commands = openConnection({
    url,
    options: commandOptions,
    // A write, because a replica or a full server is of no use.
    ping: (client) => client.set(pingKey, '1', 'PX', pingLifeMs),
  });
  const subscribers = new Set<Connection>();
  const log = createOutageLog(logger, commands.lastError);
  commands.onChange((isUp) => log.note(!isUp));
  const duration = registerMetrics(registry, commands.isUp);

  function toDown(error: unknown): unknown {
    if (error instanceof NoAnswerError) commands.reconnect();
    else if (isNotServing(error)) void commands.check();
    else if (commands.client.status === 'ready' && isReply(error)) return error;
    return new RedisDownError(error);
  }

  return {
    key,
    isDown: () => !commands.isUp(),
    onChange: (listener) => commands.onChange((isUp) => listener(!isUp)),
    async ask(name, send) {
      if (!commands.isUp()) throw new RedisDownError();
      const end = duration.startTimer({ command: name });
      try {
        return await answerInTime(send(commands.client), answerLimitMs);
      } catch (error) {
        throw toDown(error);
      } finally {
        end();
      }
    },
    subscriber() {
      const connection = openConnection({ url, options: subscriberOptions, ping: (client) => client.ping() });
      subscribers.add(connection);
      return connection;
    },
    async waitUntilReady(limitMs) {
      if (commands.isUp()) return;
      const ready = Promise.withResolvers<void>();
      const timer = setTimeout(ready.resolve, limitMs);
      const end = commands.onChange((isUp) => isUp && ready.resolve());
      await ready.promise;
      clearTimeout(timer);
      end();
    },
    close() {
      log.stop();
      for (const connection of [commands, ...subscribers]) connection.close();
    },
  };
}

/** Whether Redis itself reported the error, about the command: our own fault. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function registerMetrics(registry: Registry, isUp: () => boolean) {
  new Gauge({
    name: 'redis_up',
    help: 'Whether Redis answers (1) or not (0)',
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
  return new Histogram({
    name: 'redis_command_duration_seconds',
    help: 'Time of a command or script in Redis, by its purpose',
    labelNames: ['command'],
    buckets: [0.0003, 0.001, 0.003, 0.01, 0.05, 0.2, 1],
    registers: [registry],
  });
}
