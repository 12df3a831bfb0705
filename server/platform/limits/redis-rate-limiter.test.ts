import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createRedisPrefix,
  openTestRedis,
  startRedisServer,
  testRedisUrl,
  waitForRedis,
} from '../../../tests/support/redis.ts';
import type { Redis } from '../redis/redis.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

const minute = 60_000;
const part = minute / 12;
const allowed: RateDecision = { isAllowed: true, retryAfterMs: 0 };
const refused = (retryAfterMs: number): RateDecision => ({ isAllowed: false, retryAfterMs });
const perMinute = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: minute }] });

let now = 1_800_000_000_000;

function createLimiter(redis: Redis, { skewMs = 0, serverCount = 3 } = {}): RateLimiter {
  return createRedisRateLimiter({
    redis,
    servers: { alive: () => serverCount },
    clock: { now: () => now + skewMs },
    sharedClock: { now: () => now },
    hashKey: Buffer.alloc(32, 1),
    name: 'test',
    maxSubjects: 100,
  });
}

/** How many of as many attempts at once are allowed, spread over the servers. */
async function countAllowed(servers: readonly RateLimiter[], count: number, limit = perMinute('a', 30)) {
  const decisions = await Promise.all(
    Array.from({ length: count }, (_, index) => servers[index % servers.length]!.take([limit])),
  );
  return decisions.filter(({ isAllowed }) => isAllowed).length;
}

describe.skipIf(!testRedisUrl)('rate limits in Redis', () => {
  let redis: Redis;
  let prefix: ReturnType<typeof createRedisPrefix>;
  beforeEach(async () => {
    prefix = createRedisPrefix();
    redis = await openTestRedis(prefix);
  });
  afterEach(async () => {
    redis.close();
    await prefix.remove();
  });

  it('allow as many as they say on all servers together, and say how long to wait', async () => {
    const servers = [
      createLimiter(redis),
      createLimiter(redis, { skewMs: 5 * minute }),
      createLimiter(redis),
    ];
    expect(await countAllowed(servers, 90)).toBe(30);
    expect(await servers[1]!.take([perMinute('a', 30)])).toEqual(refused(13 * part));
    expect(await servers[0]!.take([perMinute('b')])).toEqual(allowed);
  });

  it('slide, never letting more through in any minute', async () => {
    const limiter = createLimiter(redis);
    for (let hit = 0; hit < 2; hit++) {
      expect(await limiter.take([perMinute('a')])).toEqual(allowed);
      now += 2 * part;
    }
    expect(await limiter.take([perMinute('a')])).toEqual(refused(9 * part));
    now += 9 * part;
    expect(await limiter.take([perMinute('a')])).toEqual(allowed);
    expect(await limiter.take([perMinute('a')])).toEqual(refused(2 * part));
  });

  it('count against none if one of several is exhausted', async () => {
    const limiter = createLimiter(redis);
    await limiter.take([perMinute('a', 1)]);
    expect(await limiter.take([perMinute('a', 1), perMinute('b', 1)])).toEqual(refused(13 * part));
    expect(await limiter.take([perMinute('b', 1)])).toEqual(allowed);
  });

  it('apply every window', async () => {
    const limiter = createLimiter(redis);
    const limit = {
      subject: 'a',
      windows: [
        { count: 1, ms: minute },
        { count: 2, ms: 12 * minute },
      ],
    };
    expect([await limiter.take([limit]), await limiter.take([limit])]).toEqual([allowed, refused(13 * part)]);
    now += 13 * part;
    expect(await limiter.take([limit])).toEqual(allowed);
    now += 13 * part;
    expect((await limiter.take([limit])).retryAfterMs).toBeGreaterThan(minute);
  });

  it('go by the time of Redis, name nobody and leave nothing behind', async () => {
    const limiter = createRedisRateLimiter({
      redis,
      servers: { alive: () => 1 },
      clock: { now: () => 0 },
      hashKey: Buffer.alloc(32, 1),
      name: 'test',
      maxSubjects: 100,
    });
    expect(await limiter.take([perMinute('somebody@example.com', 1)])).toEqual(allowed);
    expect((await limiter.take([perMinute('somebody@example.com', 1)])).isAllowed).toBe(false);
    const [keys, left] = await redis.ask('test', async (client) => {
      const found = await client.keys(`${redis.key('limit')}*`);
      return [found, await client.pttl(found[0]!)] as const;
    });
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toContain('somebody');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(14 * part);
  });
});

describe.skipIf(!testRedisUrl)('rate limits while Redis is away', () => {
  async function start(count = 3) {
    const server = await startRedisServer();
    onTestFinished(() => server.remove());
    const connections = await Promise.all(
      Array.from({ length: count }, async () => {
        const redis = await openTestRedis(server);
        onTestFinished(() => redis.close());
        return redis;
      }),
    );
    const limiters = connections.map((redis) => createLimiter(redis));
    const wait = async (isAway: boolean) => {
      for (const redis of connections) await waitForRedis(redis, isAway);
    };
    return { server, limiters, wait };
  }

  it('are divided by the servers', async () => {
    const { server, limiters, wait } = await start();
    await server.kill();
    await wait(true);
    for (const limiter of limiters) expect(await countAllowed([limiter], 40)).toBe(10);
    now += 2 * minute;
    expect(await countAllowed(limiters, 90)).toBe(30);
  });

  it('count what is known to be spent, for a minute', async () => {
    const { server, limiters, wait } = await start();
    expect(await countAllowed(limiters, 15)).toBe(15);
    for (const limiter of limiters) await countAllowed([limiter], 1);
    await server.kill();
    await wait(true);
    expect(await countAllowed(limiters, 90)).toBe(12);
    now += 2 * minute;
    expect(await countAllowed(limiters, 90)).toBe(30);
  });

  it('are never exceeded after Redis came back and had forgotten everything', async () => {
    const { server, limiters, wait } = await start(1);
    expect(await countAllowed(limiters, 9)).toBe(9);
    await server.kill();
    await wait(true);
    expect(await countAllowed(limiters, 90)).toBe(7);
    await server.start();
    await wait(false);
    expect(await countAllowed(limiters, 90)).toBe(14);
    now += 2 * minute;
    expect(await countAllowed(limiters, 90)).toBe(30);
  });

  it('give each server one where there are more servers than calls', async () => {
    const { server, limiters, wait } = await start(1);
    await server.kill();
    await wait(true);
    expect(await countAllowed(limiters, 5, perMinute('a', 2))).toBe(1);
  });
});
