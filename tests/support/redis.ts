import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis as IoRedis } from 'ioredis';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { createRedis, type Redis } from '#server/platform/redis/redis.ts';

/** A Redis for tests; if undefined, tests that need it are skipped. */
export const testRedisUrl = process.env.TEST_REDIS_URL || undefined;

/** A prefix in the test server that no other test uses: `remove` deletes its keys. */
export function createRedisPrefix(): { url: string; prefix: string; remove(): Promise<void> } {
  if (!testRedisUrl) throw new Error('TEST_REDIS_URL is not set');
  const url = testRedisUrl;
  const prefix = `test-${randomBytes(8).toString('hex')}:`;
  return { url, prefix, remove: () => removeKeys(url, prefix) };
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = new IoRedis(url);
  try {
    for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1_000 }))
      if (keys.length > 0) await client.unlink(keys);
  } finally {
    client.disconnect();
  }
}

/** Connects to Redis as one of several servers would. Resolves once it is ready, or after 20 seconds. */
export async function openTestRedis(options: { url: string; prefix?: string }): Promise<Redis> {
  const redis = createRedis({
    prefix: 'test:',
    ...options,
    logger: { warn: () => undefined, info: () => undefined },
    registry: new Registry(),
  });
  await redis.waitUntilReady(20_000);
  return redis;
}

/** Waits until Redis is known to be down or back. */
export async function waitForRedis(redis: Pick<Redis, 'isDown'>, isDown: boolean): Promise<void> {
  await vi.waitUntil(() => redis.isDown() === isDown, { timeout: 30_000, interval: 10 });
}

/** A test's own Redis, without persistence: its data is lost on restart. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Starts a Redis on a free port, and waits until it answers. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'altimeter-redis-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    await once(child, 'spawn');
    const client = new IoRedis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async function kill(): Promise<void> {
    const ended = child && once(child, 'exit');
    child?.kill('SIGKILL');
    child = undefined;
    await ended;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
