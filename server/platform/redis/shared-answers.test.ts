import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import {
  createRedisPrefix,
  openTestRedis,
  startRedisServer,
  testRedisUrl,
  waitForRedis,
} from '../../../tests/support/redis.ts';
import type { Redis } from './redis.ts';
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts';

const schema = z.object({ price: z.number() });
type Value = z.infer<typeof schema>;

const open = (redis: Redis): SharedAnswers =>
  createSharedAnswers({
    redis,
    hashKey: Buffer.alloc(32, 1),
    failures: {
      encode: (error) => {
        const { message } = error as Error;
        return message === 'own' ? undefined : message;
      },
      decode: (text) => new Error(`elsewhere: ${text}`),
    },
  });

describe.skipIf(!testRedisUrl)('answers that servers share', () => {
  let redis: Redis;
  let prefix: ReturnType<typeof createRedisPrefix>;
  let servers: readonly SharedAnswers[];
  beforeEach(async () => {
    prefix = createRedisPrefix();
    redis = await openTestRedis(prefix);
    servers = [open(redis), open(redis), open(redis)];
  });
  afterEach(async () => {
    redis.close();
    await prefix.remove();
  });

  const ask = (server: number, load: () => Promise<Value | null>, freshMs = 60_000, key = 'bitcoin') =>
    servers[server]!.get('coins', key, { schema, freshMs, load });

  /** All servers ask while the first one's call is in progress. */
  async function askTogether(finish: (call: PromiseWithResolvers<Value | null>) => void) {
    const call = Promise.withResolvers<Value | null>();
    const load = vi.fn(() => call.promise);
    const answers = [ask(0, load), ask(1, load), ask(2, load)];
    const settled = Promise.allSettled(answers);
    await vi.waitUntil(() => load.mock.calls.length > 0);
    // The others are waiting by now: this takes one more round trip than theirs.
    await redis.ask('test', (client) => client.ping());
    finish(call);
    return { load, results: await settled };
  }

  it('are loaded once', async () => {
    const { load, results } = await askTogether(({ resolve }) => resolve({ price: 1 }));
    expect(load).toHaveBeenCalledTimes(1);
    for (const result of results) expect(result).toMatchObject({ value: { value: { price: 1 } } });
    const later = await ask(1, load);
    expect(later?.value).toEqual({ price: 1 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('include the answer that there is nothing', async () => {
    const { load, results } = await askTogether(({ resolve }) => resolve(null));
    expect(results).toEqual(results.map(() => ({ status: 'fulfilled', value: null })));
    expect(await ask(2, load, 0)).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('include a failure, but not for later requests', async () => {
    const { load, results } = await askTogether(({ reject }) => reject(new Error('down')));
    expect(load).toHaveBeenCalledTimes(1);
    expect(results.map((result) => (result as PromiseRejectedResult).reason.message).toSorted()).toEqual([
      'down',
      'elsewhere: down',
      'elsewhere: down',
    ]);
    expect((await ask(1, async () => ({ price: 2 })))?.value).toEqual({ price: 2 });
  });

  it('are loaded by each server if a failure is specific to it', async () => {
    const { load } = await askTogether(({ reject }) => reject(new Error('own')));
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('are loaded again when they are too old for the requester', async () => {
    await ask(0, async () => ({ price: 1 }));
    expect((await ask(1, async () => ({ price: 2 }), -1))?.value).toEqual({ price: 2 });
  });

  it.each([{ price: 1 }, null])('are loaded again after the clock of Redis is set back', async (stored) => {
    await ask(0, async () => stored);
    const [key] = await redis.ask('test', (client) => client.keys(`${prefix.prefix}*value`));
    // As it would be an hour before.
    await redis.ask('test', async (client) => client.pexpire(key!, (await client.pttl(key!)) + 3_600_000));
    const answer = await ask(1, async () => ({ price: 2 }));
    expect(answer?.value).toEqual({ price: 2 });
    expect(answer?.ageMs).toBe(0);
  });

  it('are used only if they have the right shape', async () => {
    await ask(0, async () => ({ price: 1 }));
    await redis.ask('test', async (client) => {
      for (const key of await client.keys(`${redis.key('answer')}*:value`))
        await client.set(key, '60000:{"price": "<script>"}', 'PX', 60_000);
    });
    expect((await ask(1, async () => ({ price: 3 })))?.value).toEqual({ price: 3 });
  });

  it('are not stored if they are too large', async () => {
    const wide = z.object({ text: z.string() });
    const load = async () => ({ text: 'x'.repeat(3 * 1024 * 1024) });
    const answer = await servers[0]!.get('coins', 'wide', { schema: wide, freshMs: 60_000, load });
    expect(answer?.value.text).toHaveLength(3 * 1024 * 1024);
    const keys = await redis.ask('test', (client) => client.keys(`${redis.key('answer')}*`));
    expect(keys).toEqual([]);
  });

  it('always expire, and contain no text of visitors', async () => {
    await ask(0, async () => ({ price: 1 }), 60_000, 'what a visitor wrote');
    const keys = await redis.ask('test', (client) => client.keys(`${redis.key('answer')}*`));
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toContain('visitor');
    expect(await redis.ask('test', (client) => client.pttl(keys[0]!))).toBeGreaterThan(0);
  });

  it('are taken over from a killed server', async () => {
    const dying = await openTestRedis(prefix);
    const never = Promise.withResolvers<Value>();
    const load = vi.fn(() => never.promise);
    const lost = open(dying).get('coins', 'bitcoin', { schema, freshMs: 60_000, load });
    void lost.catch(() => undefined);
    await vi.waitUntil(() => load.mock.calls.length > 0);
    dying.close();
    expect((await ask(1, async () => ({ price: 4 })))?.value).toEqual({ price: 4 });
    never.reject(new Error('killed'));
  });
});

it.skipIf(!testRedisUrl)('each server loads answers itself while Redis is down', async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.remove());
  const redis = await openTestRedis(server);
  onTestFinished(() => redis.close());
  const load = vi.fn(async () => ({ price: 1 }));
  await server.kill();
  await waitForRedis(redis, true);
  const answers = open(redis);
  for (let call = 0; call < 2; call += 1)
    expect(await answers.get('coins', 'a', { schema, freshMs: 60_000, load })).toEqual({
      value: { price: 1 },
      ageMs: 0,
    });
  expect(load).toHaveBeenCalledTimes(2);
});
