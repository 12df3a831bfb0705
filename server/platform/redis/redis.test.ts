import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createRedisPrefix,
  openTestRedis,
  type RedisServer,
  startRedisServer,
  testRedisUrl,
  waitForRedis,
} from '../../../tests/support/redis.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { createRedis, type Redis } from './redis.ts';
import { RedisDownError } from './redis-down-error.ts';
import { defineScript, runScript } from './redis-script.ts';

const ping = (redis: Redis) => redis.ask('ping', (client) => client.ping());

describe.skipIf(!testRedisUrl)('Redis', () => {
  let server: RedisServer;
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(() => server.remove());

  async function open(url = server.url): Promise<Redis> {
    const redis = await openTestRedis({ url });
    onTestFinished(() => redis.close());
    return redis;
  }

  /** Opens a client whose log lines are collected. */
  function createLogged(): { readonly redis: Redis; readonly lines: readonly string[] } {
    const lines: string[] = [];
    const note = (...args: readonly unknown[]) => void lines.push(String(args.at(-1)));
    const logger = { warn: note, info: note };
    const redis = createRedis({ url: server.url, prefix: 'test:', logger, registry: new Registry() });
    onTestFinished(() => redis.close());
    return { redis, lines };
  }

  it('answers commands, under keys of its site and version', async () => {
    const redis = await open();
    expect(redis.isDown()).toBe(false);
    expect(redis.key('a', 'b')).toBe('test:v1:a:b');
    expect(await ping(redis)).toBe('PONG');
  });

  it('is down after a crash, notifies listeners, and recovers', async () => {
    const redis = await open();
    const seen: boolean[] = [];
    redis.onChange((isDown) => seen.push(isDown));
    await server.kill();
    await waitForRedis(redis, true);
    await expect(ping(redis)).rejects.toThrow(RedisDownError);
    await server.start();
    await waitForRedis(redis, false);
    expect(await ping(redis)).toBe('PONG');
    expect(seen).toEqual([true, false]);
  });

  it('may be down at start', async () => {
    await server.kill();
    const { redis, lines } = createLogged();
    await expect(ping(redis)).rejects.toThrow(RedisDownError);
    await vi.waitUntil(() => lines.length > 0, { timeout: 20_000 });
    await server.start();
    await waitForRedis(redis, false);
    expect(lines).toEqual([
      'Redis is unreachable: this server continues with its share of limits and budgets',
      'Redis is back',
    ]);
  });

  it('does not report its own end as an outage', async () => {
    const { redis, lines } = createLogged();
    await waitForRedis(redis, false);
    redis.close();
    expect(redis.isDown()).toBe(true);
    expect(lines).toEqual([]);
  });

  it('is down while the network drops packets, and back afterwards', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
    onTestFinished(() => proxy.close());
    const redis = await open(`redis://127.0.0.1:${proxy.port}`);
    proxy.freeze();
    await expect(ping(redis)).rejects.toThrow(RedisDownError);
    expect(redis.isDown()).toBe(true);
    await proxy.restore();
    await waitForRedis(redis, false);
    expect(await ping(redis)).toBe('PONG');
  });

  it('notices a dropped network even without commands', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
    onTestFinished(() => proxy.close());
    const redis = await open(`redis://127.0.0.1:${proxy.port}`);
    proxy.freeze();
    await waitForRedis(redis, true);
  });

  it('counts as down while it refuses to write', async () => {
    const redis = await open();
    await redis.ask('config', (client) => client.config('SET', 'maxmemory', '1'));
    await expect(redis.ask('set', (client) => client.set('a', 'b'))).rejects.toThrow(RedisDownError);
    await waitForRedis(redis, true);
  });

  it('passes on a command error', async () => {
    const redis = await open();
    await redis.ask('set', (client) => client.set('text', 'a'));
    await expect(redis.ask('incr', (client) => client.incr('text'))).rejects.toThrow(/not an integer/);
    expect(redis.isDown()).toBe(false);
  });

  it('runs scripts, also on a server that has forgotten them', async () => {
    const redis = await open();
    const script = defineScript('echo', 'return {KEYS[1], ARGV[1]}');
    expect(await runScript(redis, script, ['k'], [1])).toEqual(['k', '1']);
    await redis.ask('flush', (client) => client.script('FLUSH'));
    expect(await runScript(redis, script, ['k'], [2])).toEqual(['k', '2']);
  });

  it('brings subscriptions back after a crash', async () => {
    const redis = await open();
    const subscriber = redis.subscriber();
    const received: string[] = [];
    subscriber.client.on('message', (_channel, text: string) => received.push(text));
    await subscriber.client.subscribe('news');
    await server.kill();
    await waitForRedis({ isDown: () => !subscriber.isUp() }, true);
    await server.start();
    await waitForRedis(redis, false);
    await vi.waitUntil(
      async () => {
        await redis.ask('publish', (client) => client.publish('news', 'hello')).catch(() => undefined);
        return received.length > 0;
      },
      { timeout: 20_000 },
    );
    expect(received[0]).toBe('hello');
  });
});

describe.skipIf(!testRedisUrl)('metrics of Redis', () => {
  it('report whether it is available, and how long its commands take', async () => {
    const { url, prefix, remove } = createRedisPrefix();
    const registry = new Registry();
    const redis = createRedis({
      url,
      prefix,
      logger: { warn: () => undefined, info: () => undefined },
      registry,
    });
    onTestFinished(async () => {
      redis.close();
      await remove();
    });
    await redis.waitUntilReady(20_000);
    await ping(redis);
    const text = await registry.metrics();
    expect(text).toContain('redis_up 1');
    expect(text).toContain('redis_command_duration_seconds_count{command="ping"} 1');
  });
});
