import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLongRun } from '../../../tests/support/is-long-run.ts';
import { createRedisPrefix, openTestRedis, testRedisUrl } from '../../../tests/support/redis.ts';
import { createPresence } from '../redis/presence.ts';
import type { Redis } from '../redis/redis.ts';
import { RedisDownError } from '../redis/redis-down-error.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

const second = 1_000;
const beatMs = 500;
const windowMs = 12 * second;

/** Servers that can each lose Redis independently. */
interface Site {
  /** Passes time while the servers send signs of life. */
  wait(ms: number): Promise<void>;
  lose(server: number): void;
  /** From now on its commands are executed, but it gets no answers. */
  loseAnswers(server: number): void;
  regain(server: number): void;
  /** Calls a server this many times; returns how many calls were allowed. */
  take(server: number, calls: number): Promise<number>;
  /** The most calls allowed within any window. */
  maxInWindow(): number;
}

describe.skipIf(!testRedisUrl)('rate limits while some servers have lost Redis', () => {
  let redis: Redis;
  let prefix: ReturnType<typeof createRedisPrefix>;
  let sites = 0;
  beforeEach(async () => {
    prefix = createRedisPrefix();
    redis = await openTestRedis(prefix);
  });
  afterEach(async () => {
    redis.close();
    await prefix.remove();
  });

  async function openSite(serverCount: number, count: number): Promise<Site> {
    sites += 1;
    const site = `site-${sites}`;
    let now = 1_800_000_000_000;
    const granted: number[] = [];
    const servers = Array.from({ length: serverCount }, (_, server) => {
      const clock = { now: () => now + server * 77 * second };
      const sharedClock = { now: () => now };
      const listeners = new Set<(isDown: boolean) => void>();
      let isDown = false;
      let hasAnswers = true;
      const ownRedis: Redis = {
        ...redis,
        key: (...parts) => redis.key(site, ...parts),
        isDown: () => isDown,
        async ask(name, send) {
          if (isDown) throw new RedisDownError();
          const answer = await redis.ask(name, send);
          if (hasAnswers) return answer;
          throw new RedisDownError();
        },
        onChange(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
      const logger = { warn: () => undefined, info: () => undefined };
      const presence = createPresence({
        ...{ redis: ownRedis, clock, sharedClock, logger },
        servers: { areAllWithoutRedis: () => false },
      });
      const limiter = createRedisRateLimiter({
        redis: ownRedis,
        servers: { alive: () => serverCount },
        presence,
        clock,
        sharedClock,
        hashKey: Buffer.alloc(32, 1),
        name: 'test',
        maxSubjects: 100,
      });
      const setDown = (next: boolean) => {
        hasAnswers = true;
        if (next === isDown) return;
        isDown = next;
        for (const listener of listeners) listener(next);
      };
      const loseAnswers = () => {
        hasAnswers = false;
      };
      return { presence, limiter, setDown, loseAnswers };
    });
    const wait = async (ms: number) => {
      for (let left = ms; left > 0; left -= beatMs) {
        now += Math.min(left, beatMs);
        for (const { presence } of servers) await presence.beat();
      }
    };
    const limit = { subject: 'key', windows: [{ count, ms: windowMs }] };
    await wait(2 * second);
    return {
      wait,
      lose: (server) => servers[server]!.setDown(true),
      loseAnswers: (server) => servers[server]!.loseAnswers(),
      regain: (server) => servers[server]!.setDown(false),
      async take(server, calls) {
        const decisions = await Promise.all(
          Array.from({ length: calls }, () => servers[server]!.limiter.take([limit])),
        );
        for (const { isAllowed, retryAfterMs } of decisions) expect(retryAfterMs > 0).toBe(!isAllowed);
        const allowed = decisions.filter(({ isAllowed }) => isAllowed);
        for (const _ of allowed) granted.push(now);
        return allowed.length;
      },
      maxInWindow: () =>
        Math.max(
          0,
          ...granted.map((at) => granted.filter((other) => other >= at && other < at + windowMs).length),
        ),
    };
  }

  it('hold when one loses Redis, and the others use everything before they notice', async () => {
    const site = await openSite(2, 60);
    expect([await site.take(0, 10), await site.take(1, 10)]).toEqual([10, 10]);
    site.lose(1);
    expect(await site.take(0, 100)).toBe(30);
    expect(await site.take(1, 100)).toBe(10);
    await site.wait(6 * second);
    await site.take(0, 100);
    await site.take(1, 100);
    await site.wait(6 * second);
    await site.take(0, 100);
    await site.take(1, 100);
    expect(site.maxInWindow()).toBe(60);
  });

  it('leave the shares of servers without Redis free, which may then use them', async () => {
    const site = await openSite(3, 60);
    site.lose(2);
    await site.wait(30 * second);
    expect([await site.take(0, 100), await site.take(2, 100)]).toEqual([40, 20]);
    site.regain(2);
    await site.wait(30 * second);
    expect(await site.take(0, 100)).toBe(60);
    expect(site.maxInWindow()).toBe(60);
  });

  it('are fully available to one server if no other has had a call lately', async () => {
    const site = await openSite(3, 60);
    expect(await site.take(1, 1)).toBe(1);
    expect(await site.take(0, 100)).toBe(50);
    await site.wait(5 * second);
    expect(await site.take(0, 100)).toBe(9);
  });

  it('keep a reservation that a server may still use when an answer was lost', async () => {
    const site = await openSite(2, 60);
    expect([await site.take(1, 10), await site.take(0, 100)]).toEqual([10, 38]);
    site.loseAnswers(1);
    expect(await site.take(1, 1)).toBe(1);
    site.lose(1);
    expect([await site.take(0, 100), await site.take(1, 100)]).toEqual([0, 11]);
    expect(site.maxInWindow()).toBe(60);
  });

  it('hold when a server regains Redis for only a moment', async () => {
    const site = await openSite(2, 40);
    site.lose(0);
    site.lose(1);
    await site.wait(15 * second);
    expect(await site.take(1, 10)).toBe(10);
    site.regain(1);
    expect(await site.take(1, 5)).toBe(5);
    site.lose(1);
    expect([await site.take(0, 100), await site.take(1, 100)]).toEqual([20, 5]);
    expect(site.maxInWindow()).toBe(40);
  });

  it('are never exceeded, whichever servers lose and regain Redis', async () => {
    const server = fc.nat({ max: 2 });
    const event = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('take' as const),
          server,
          calls: fc.constantFrom(1, 5, 20, 60),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          ms: fc.constantFrom(100, 1_000, 3_000, 8_000, 15_000),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('lose' as const, 'regain' as const),
          server,
          calls: fc.nat({ max: 10 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 3 }),
        fc.constantFrom(3, 12, 30, 40),
        fc.array(event, { minLength: 20, maxLength: 40 }),
        async (serverCount, count, events) => {
          const site = await openSite(serverCount, count);
          for (const each of events) {
            if (each.kind === 'wait') await site.wait(each.ms);
            else if (each.server >= serverCount) continue;
            else if (each.kind === 'take') await site.take(each.server, each.calls);
            else if (each.kind === 'regain') site.regain(each.server);
            else {
              // A subject that has not called this server yet may exceed its limit by the reserved part.
              await site.take(each.server, 1);
              site.loseAnswers(each.server);
              await site.take(each.server, each.calls);
              site.lose(each.server);
            }
          }
          expect(site.maxInWindow()).toBeLessThanOrEqual(count);
        },
      ),
      // The events differ in each run; a failure reports its seed.
      { numRuns: isLongRun ? 1000 : 100 },
    );
  });
});
