import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createRedisPrefix,
  openTestRedis,
  startRedisServer,
  testRedisUrl,
  waitForRedis,
} from '../../../tests/support/redis.ts';
import { createPresence, type PresenceJob } from '../redis/presence.ts';
import type { Redis } from '../redis/redis.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

const minute = 60_000;
const part = minute / 12;
const allowed: RateDecision = { isAllowed: true, retryAfterMs: 0 };
const refused = (retryAfterMs: number): RateDecision => ({ isAllowed: false, retryAfterMs });
const perMinute = (subject: string, count = 2) => ({ subject, windows: [{ count, ms: minute }] });

let now = 1_800_000_000_000;

interface Server extends RateLimiter {
  readonly presence: PresenceJob;
}

/** One of several servers. It participates from its second beat on. */
function createServer(
  redis: Redis,
  { skewMs = 0, serverCount = 1, areAllWithoutRedis = (): boolean => false } = {},
): Server {
  const clock = { now: () => now + skewMs };
  const sharedClock = { now: () => now };
  const logger = { warn: () => undefined, info: () => undefined };
  const presence = createPresence({ redis, clock, sharedClock, logger, servers: { areAllWithoutRedis } });
  const limiter = createRedisRateLimiter({
    redis,
    servers: { alive: () => serverCount },
    presence,
    clock,
    sharedClock,
    hashKey: Buffer.alloc(32, 1),
    name: 'test',
    maxSubjects: 100,
  });
  return { ...limiter, presence };
}

async function beat(servers: readonly Server[]): Promise<void> {
  for (let beats = 0; beats < 2; beats++) for (const { presence } of servers) await presence.beat();
}

/** Makes this many concurrent attempts across the servers; returns how many were allowed. */
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

  it('allow their exact number on all servers together, and report how long to wait', async () => {
    const servers = [0, 5 * minute, 0].map((skewMs) => createServer(redis, { skewMs, serverCount: 3 }));
    await beat(servers);
    expect(await countAllowed(servers, 90)).toBe(30);
    expect(await servers[1]!.take([perMinute('a', 30)])).toEqual(refused(13 * part));
    expect(await servers[0]!.take([perMinute('b')])).toEqual(allowed);
  });

  it('slide, never letting more through in any minute', async () => {
    const limiter = createServer(redis);
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
    const limiter = createServer(redis);
    await limiter.take([perMinute('a', 1)]);
    expect(await limiter.take([perMinute('a', 1), perMinute('b', 1)])).toEqual(refused(13 * part));
    expect(await limiter.take([perMinute('b', 1)])).toEqual(allowed);
  });

  it('apply every window', async () => {
    const limiter = createServer(redis);
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

  it('use the time of Redis, identify nobody and leave nothing behind', async () => {
    const clock = { now: () => 0 };
    const { presence } = createServer(redis);
    const limiter = createRedisRateLimiter({
      redis,
      servers: { alive: () => 1 },
      presence,
      clock,
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

describe.skipIf(!testRedisUrl)('rate limits while Redis is down', () => {
  async function start(count: number, { isKnown = true } = {}) {
    const server = await startRedisServer();
    onTestFinished(() => server.remove());
    const connections = await Promise.all(
      Array.from({ length: count }, async () => {
        const redis = await openTestRedis(server);
        onTestFinished(() => redis.close());
        return redis;
      }),
    );
    const areAllWithoutRedis = () => isKnown && connections.every((redis) => redis.isDown());
    const servers = connections.map((redis) =>
      createServer(redis, { serverCount: count, areAllWithoutRedis }),
    );
    await beat(servers);
    const wait = async (isDown: boolean) => {
      for (const redis of connections) await waitForRedis(redis, isDown);
    };
    return { server, servers, wait };
  }

  it('are divided among the servers immediately if all have lost it', async () => {
    const { server, servers, wait } = await start(3);
    expect(await countAllowed(servers, 3)).toBe(3);
    await server.kill();
    await wait(true);
    await beat(servers);
    now += 3_000;
    const counts = await Promise.all(servers.map((each) => countAllowed([each], 40)));
    // Their share of ten, minus what each knows to be used.
    for (const count of counts) expect([7, 8, 9]).toContain(count);
    for (const each of servers) expect(await countAllowed([each], 40, perMinute('b', 30))).toBe(10);
  });

  it('are divided a minute after the last sign of the servers, if it is unknown whether all have lost it', async () => {
    const { server, servers, wait } = await start(3, { isKnown: false });
    await server.kill();
    await wait(true);
    for (const each of servers) expect(await countAllowed([each], 40)).toBe(5);
    now += 2 * minute;
    for (const each of servers) expect(await countAllowed([each], 40)).toBe(10);
  });

  it('allow only the reserved part until then', async () => {
    const { server, servers, wait } = await start(3);
    for (const each of servers) expect(await countAllowed([each], 6)).toBe(6);
    await server.kill();
    await wait(true);
    for (const [index, each] of servers.entries()) expect(await countAllowed([each], 40)).toBe(4 - index);
    now += 2 * minute;
    expect(await countAllowed(servers, 90)).toBe(30);
  });

  it('are never exceeded after Redis came back and had forgotten everything', async () => {
    const { server, servers, wait } = await start(2);
    for (const each of servers) expect(await countAllowed([each], 5)).toBe(5);
    await server.kill();
    await wait(true);
    expect(await countAllowed(servers, 90)).toBe(11);
    await server.start();
    await wait(false);
    await beat(servers);
    expect(await countAllowed(servers, 90)).toBe(9);
    now += 2 * minute;
    await beat(servers);
    expect(await countAllowed(servers, 90)).toBe(30);
  });

  it('count both what was allowed since Redis came back empty and what a later returning server knows', async () => {
    const { server, servers, wait } = await start(2);
    const [first, second] = [servers[0]!, servers[1]!];
    expect(await countAllowed([first], 3)).toBe(3);
    expect(await countAllowed([second], 5)).toBe(5);
    now += 100;
    await server.kill();
    await wait(true);
    await server.start();
    await wait(false);
    await beat([first]);
    // Half of the limit, as the other has not returned; three of them are used already.
    expect(await countAllowed([first], 40)).toBe(12);
    await beat([second]);
    expect(await countAllowed([second, first], 40)).toBe(10);
  });

  it('allow each server one call if there are more servers than calls', async () => {
    const { server, servers, wait } = await start(3);
    await server.kill();
    await wait(true);
    now += 2 * minute;
    expect(await countAllowed([servers[0]!], 5, perMinute('a', 2))).toBe(1);
  });
});
