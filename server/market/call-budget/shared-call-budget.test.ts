import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Redis } from '#server/platform/redis/redis.ts';
import { RedisDownError } from '#server/platform/redis/redis-down-error.ts';
import { createRedisPrefix, openTestRedis, testRedisUrl } from '../../../tests/support/redis.ts';
import type { CallClaim } from './budget-shares.ts';
import { createSharedCallBudget, type SharedCallBudget } from './shared-call-budget.ts';

const second = 1_000;
const minute = 60_000;
const claims: CallClaim[] = ['coins', 'figures', 'known', 'unlisted', 'search', 'archive', 'backfill'];
/** One server's clock is five minutes off. */
const skews = [0, 5 * minute, -2 * second];

interface Site {
  readonly servers: readonly SharedCallBudget[];
  /** Passes time while the servers keep sending signs of life. */
  wait(ms: number): Promise<void>;
  /** Disconnects Redis from all servers, or from one. */
  setDown(isDown: boolean, server?: number): void;
  /** Clears Redis, as a restart without persistence does. */
  forget(): Promise<void>;
  /** Sets the clock of Redis back, as when it fails over to another machine. */
  setBack(ms: number): void;
  /** Kills all servers and starts new ones. */
  restart(): void;
  take(server: number, claim: CallClaim, network?: string): Promise<number>;
  readonly granted: readonly number[];
}

describe.skipIf(!testRedisUrl)('the call budget of several servers', () => {
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

  function openSite(callsPerMinute: number, refreshMs = minute): Site {
    sites += 1;
    const site = `site-${sites}`;
    let now = 1_800_000_000_000;
    let setBackMs = 0;
    const down = new Set<number>();
    /** Servers that lost Redis together with all others. */
    const freed = new Set<number>();
    const granted: number[] = [];
    const key = (...parts: readonly string[]) => redis.key(site, ...parts);
    const start = () =>
      skews.map((skewMs, server) =>
        createSharedCallBudget({
          redis: {
            ...redis,
            key,
            ask: (name, send) =>
              down.has(server) ? Promise.reject(new RedisDownError()) : redis.ask(name, send),
          },
          servers: { alive: () => skews.length, seen: () => skews.length },
          presence: { isShareFree: () => freed.has(server) },
          callsPerMinute,
          refreshMs,
          clock: { now: () => now + skewMs },
          sharedClock: { now: () => now - setBackMs },
          logger: { warn: (fault: unknown) => expect(fault).toBeUndefined() },
          hashKey: Buffer.alloc(32, 1),
        }),
      );
    let servers = start();
    return {
      get servers() {
        return servers;
      },
      async wait(ms) {
        for (let left = ms; left > 0; left -= 2 * second) {
          now += Math.min(left, 2 * second);
          for (const server of servers) await server.sync();
        }
      },
      setDown(isDown, server) {
        const wereAllThere = down.size === 0;
        for (const each of server === undefined ? skews.keys() : [server]) {
          if (isDown) down.add(each);
          else down.delete(each);
          if (!isDown) freed.delete(each);
          else if (wereAllThere && server === undefined) freed.add(each);
        }
      },
      forget: () =>
        redis.ask('test', async (client) => {
          await client.del(...['calls', 'servers', 'pause'].map((part) => key('budget', part)));
        }),
      setBack(ms) {
        setBackMs += ms;
      },
      restart() {
        servers = start();
      },
      async take(server, claim, network) {
        const wait = await servers[server]!.take(claim, network);
        if (wait === 0) granted.push(now);
        return wait;
      },
      granted,
    };
  }

  function expectWithin(granted: readonly number[], callsPerMinute: number): void {
    for (const at of granted) {
      const within = granted.filter((other) => other >= at && other <= at + minute);
      expect(within.length).toBeLessThanOrEqual(callsPerMinute);
    }
  }

  /** Takes calls at the servers in turn, each from a different network. */
  async function takeMany(site: Site, claim: CallClaim, times: number, servers = [0, 1, 2]) {
    const waits = await Promise.all(
      Array.from({ length: times }, (_, call) =>
        site.take(servers[call % servers.length]!, claim, `${claim} ${servers[0]} ${call}`),
      ),
    );
    return waits.filter((wait) => wait === 0).length;
  }

  it('is shared, including the shares of each purpose', async () => {
    const site = openSite(30);
    await site.wait(second);
    expect(await takeMany(site, 'unlisted', 100)).toBe(7);
    expect(await takeMany(site, 'search', 100)).toBe(7);
    expect(await takeMany(site, 'known', 100)).toBe(9);
    expect(await takeMany(site, 'figures', 100)).toBe(1);
    expect(await takeMany(site, 'backfill', 100)).toBe(3);
    expect(await takeMany(site, 'coins', 100, [1])).toBe(3);
  });

  it('reserves the last calls for networks that had none, on any server', async () => {
    const site = openSite(10);
    await site.wait(second);
    expect(await site.take(0, 'known', 'greedy')).toBe(0);
    await site.wait(20 * second);
    expect(await site.take(1, 'known', 'greedy')).toBe(40 * second);
    expect(await site.take(2, 'known', 'another')).toBe(0);
    await site.wait(40 * second);
    expect(await site.take(2, 'known', 'greedy')).toBe(0);
  });

  it('reports when to ask again', async () => {
    const site = openSite(10);
    await site.wait(second);
    await takeMany(site, 'known', 3);
    await site.wait(20 * second);
    expect(await site.take(1, 'known', 'another')).toBe(41 * second);
  });

  it('remembers the calls of killed servers', async () => {
    const site = openSite(30);
    await site.wait(second);
    await takeMany(site, 'known', 100);
    site.restart();
    await site.wait(10 * second);
    expect(await takeMany(site, 'known', 100)).toBe(0);
    expect(await takeMany(site, 'coins', 100, [2])).toBe(7);
  });

  it('forgets calls after a minute even if the clock of Redis is set back', async () => {
    const site = openSite(30);
    await site.wait(second);
    const granted = await takeMany(site, 'known', 100);
    expect(granted).toBeGreaterThan(0);
    site.setBack(60 * minute);
    expect(await takeMany(site, 'known', 100)).toBe(0);
    await site.wait(2 * minute);
    expect(await takeMany(site, 'known', 100)).toBe(granted);
  });

  it('waits no longer than the provider may ask for, even if the clock of Redis is set back', async () => {
    const site = openSite(30);
    await site.wait(second);
    await site.servers[0]!.pause(40 * second);
    site.setBack(60 * minute);
    await site.wait(minute);
    expect(await takeMany(site, 'known', 100)).toBeGreaterThan(0);
  });

  it('leaves the share of a silent server free', async () => {
    const site = openSite(30);
    await site.wait(second);
    site.setDown(true, 2);
    await site.wait(4 * second);
    expect(await takeMany(site, 'known', 100, [0, 1])).toBe(15);
    expect(await takeMany(site, 'known', 100, [2])).toBe(0);
    await site.wait(minute);
    expect(await takeMany(site, 'known', 100, [2])).toBe(3);
    expect(await takeMany(site, 'coins', 100, [0])).toBeGreaterThanOrEqual(1);
    expectWithin(site.granted, 30);
  });

  it('is divided while Redis is down, and the refresh still fits', async () => {
    for (const callsPerMinute of [10, 2]) {
      const site = openSite(callsPerMinute);
      await site.wait(second);
      site.setDown(true);
      await site.wait(2 * minute);
      for (let round = 0; round < 3; round += 1) {
        expect(await site.take(0, 'coins')).toBe(0);
        await site.wait(61 * second);
      }
      const calls = await Promise.all([0, 1, 2].map((server) => takeMany(site, 'known', 50, [server])));
      expect(Math.max(...calls)).toBeLessThanOrEqual(2);
      expectWithin(site.granted, callsPerMinute);
    }
  });

  it('counts known calls when Redis goes down, and after it has forgotten them', async () => {
    const site = openSite(30);
    await site.wait(second);
    expect(await takeMany(site, 'known', 12)).toBe(12);
    await site.wait(second);
    site.setDown(true);
    await site.wait(5 * second);
    const alone = await takeMany(site, 'known', 90);
    expect(alone).toBe(9);
    await site.forget();
    site.setDown(false);
    await site.wait(second);
    expect(await takeMany(site, 'known', 100)).toBe(2);
    expectWithin(site.granted, 30);
  });

  it('grants the refresh its share at once when Redis returns, whatever others have spent', async () => {
    const site = openSite(90, 2 * second);
    await site.wait(second);
    expect(await takeMany(site, 'known', 40)).toBe(40);
    site.setDown(true);
    await site.wait(5 * second);
    expect(await takeMany(site, 'coins', 3, [0])).toBe(3);
    await site.forget();
    site.setDown(false);
    // The other servers have not registered yet.
    expect(await site.take(0, 'coins')).toBe(0);
    await site.wait(10 * second);
    expect(await takeMany(site, 'coins', 100, [0])).toBe(90 - 40 - 4);
    expectWithin(site.granted, 90);
  });

  it('grants nothing to a disconnected server until calls the others may have taken have left the window', async () => {
    const site = openSite(30);
    await site.wait(second);
    site.setDown(true, 1);
    expect(await site.take(1, 'known', 'a')).toBe(64 * second);
    await site.wait(second);
    expect(await takeMany(site, 'known', 100, [0, 2])).toBeGreaterThan(0);
    await site.wait(3 * second);
    // Only one server refreshes the coin list.
    expect(await site.take(1, 'coins')).toBe(0);
    await site.wait(minute);
    expect(await site.take(1, 'known', 'a')).toBe(0);
    expectWithin(site.granted, 30);
  });

  it('grants nothing until all others know that Redis is gone, if all have lost it', async () => {
    const site = openSite(30);
    await site.wait(second);
    site.setDown(true);
    expect(await site.take(1, 'known', 'a')).toBe(3 * second);
    await site.wait(3 * second);
    expect(await site.take(1, 'known', 'a')).toBe(0);
  });

  it('grants no call to any server while the provider has asked one of them to wait', async () => {
    const site = openSite(30);
    await site.wait(second);
    await site.servers[0]!.pause(40 * second);
    for (const server of [0, 1, 2]) expect(await site.take(server, 'coins')).toBe(40 * second);
    await site.wait(second);
    site.setDown(true);
    await site.wait(9 * second);
    expect(await site.take(2, 'coins')).toBe(30 * second);
    // A shorter pause that Redis learns of later does not end it.
    await site.servers[2]!.pause(20 * second);
    await site.forget();
    site.setDown(false);
    await site.wait(second);
    expect(await site.take(1, 'coins')).toBe(29 * second);
    await site.wait(29 * second);
    expect(await site.take(1, 'coins')).toBe(0);
  });

  it('never grants more than its number within any 60 seconds, whatever happens', async () => {
    const event = fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({
          kind: fc.constant('take' as const),
          server: fc.integer({ min: 0, max: 2 }),
          claim: fc.constantFrom(...claims),
          times: fc.integer({ min: 1, max: 6 }),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose', 'return', 'forget', 'restart') }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('lose one' as const, 'return one' as const),
          server: fc.integer({ min: 0, max: 2 }),
        }),
      },
    );
    const run = async (
      callsPerMinute: number,
      events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[],
    ) => {
      const site = openSite(callsPerMinute);
      await site.wait(second);
      const down = new Set<number>();
      for (const each of events) {
        if (each.kind === 'take') {
          // Only one server refreshes the coin list and the archive.
          const server = each.claim === 'coins' || each.claim === 'backfill' ? 0 : each.server;
          await takeMany(site, each.claim, each.times, [server]);
        } else if (each.kind === 'wait') await site.wait(each.ms);
        else if (each.kind === 'lose' || each.kind === 'return') {
          await site.wait(second);
          site.setDown(each.kind === 'lose');
          for (const server of skews.keys()) {
            if (each.kind === 'lose') down.add(server);
            else down.delete(server);
          }
        } else if (each.kind === 'lose one' || each.kind === 'return one') {
          await site.wait(second);
          site.setDown(each.kind === 'lose one', each.server);
          if (each.kind === 'lose one') down.add(each.server);
          else down.delete(each.server);
        } else if (each.kind === 'forget' && down.size === skews.length) await site.forget();
        else if (each.kind === 'restart' && down.size === 0) site.restart();
      }
      expectWithin(site.granted, callsPerMinute);
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(event, { maxLength: 60 }), run),
      { numRuns: 40 },
    );
  });
});
