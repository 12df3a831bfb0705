import { LRUCache } from 'lru-cache';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { ServerCount } from '../jobs/server-list.ts';
import { keyedHash } from '../keys.ts';
import type { Presence } from '../redis/presence.ts';
import type { Redis } from '../redis/redis.ts';
import { RedisDownError } from '../redis/redis-down-error.ts';
import { runScript } from '../redis/redis-script.ts';
import {
  ageOf,
  createKnownWindow,
  type KnownWindow,
  takeUnreported,
  waitWithoutRedis,
} from './known-window.ts';
import type { RateDecision, RateLimit, RateLimiter } from './rate-limiter.ts';
import { takeWindows } from './shared-windows-script.ts';

export interface RedisRateLimiterDeps {
  readonly redis: Redis;
  readonly servers: Pick<ServerCount, 'alive'>;
  readonly presence: Presence;
  readonly clock: Clock;
  /** For hashing the subjects in Redis keys, because they identify people. */
  readonly hashKey: Buffer;
  /** Part of the keys. */
  readonly name: string;
  /** Beyond this, the least recently used subject is forgotten. */
  readonly maxSubjects: number;
  /** Overrides Redis's time, which is independent of the servers' clocks. */
  readonly sharedClock?: Clock;
}

/** How many subjects are synchronized per command after Redis comes back. */
const settledAtOnce = 200;

/**
 * Counts for all servers in Redis, each decision in one atomic step. A server without Redis grants the hits reserved
 * for it. It grants its share of the limit too, as soon as the hits have expired that others may have granted before
 * they noticed its absence. When Redis comes back, its own hits are added, and hits it knows about are restored to a
 * Redis that has forgotten them. A subject's windows must not change.
 */
export function createRedisRateLimiter(deps: RedisRateLimiterDeps): RateLimiter {
  const { redis, servers, presence, clock, hashKey, name, sharedClock } = deps;
  let returnedAt: Instant = Number.NEGATIVE_INFINITY;
  let returns = 0;
  const subjects = new LRUCache<string, readonly KnownWindow[]>({ max: deps.maxSubjects });

  const keyOf = (subject: string) => redis.key('limit', name, keyedHash(hashKey, subject));

  function knownOf({ subject, windows }: RateLimit): readonly KnownWindow[] {
    let known = subjects.get(subject);
    if (!known) {
      known = windows.map(createKnownWindow);
      subjects.set(subject, known);
    }
    return known;
  }

  async function ask(
    names: readonly string[],
    rows: readonly (readonly KnownWindow[])[],
    hits: 0 | 1,
  ): Promise<Milliseconds> {
    const now = clock.now();
    const owed = rows.flat().map((row) => takeUnreported(row, now));
    let index = 0;
    const args = rows.map((row) =>
      row.map(({ window, known, knownAt, knownReturns, reserved }) => {
        // From before the outage: Redis may have lost it.
        const isOld = knownReturns < returns && ageOf(returnedAt, now) < window.ms;
        const knownAgeMs = isOld ? ageOf(knownAt, now) : 0;
        return { ...window, debt: owed[index++]!.hits, known: isOld ? known : 0, knownAgeMs, reserved };
      }),
    );
    const reply = await runScript(
      redis,
      takeWindows,
      [presence.key, ...names.map(keyOf)],
      [sharedClock?.now() ?? '', hits, presence.id, servers.alive(), JSON.stringify(args)],
    ).catch((error: unknown) => {
      for (const { giveBack } of owed) giveBack();
      throw error;
    });
    const [retryAfterMs, ...counts] = reply as number[];
    rows.flat().forEach((row, at) => {
      row.known = counts[2 * at]!;
      row.reserved = counts[2 * at + 1]!;
      row.knownAt = now;
      row.knownReturns = returns;
    });
    return retryAfterMs!;
  }

  function takeWithoutRedis(rows: readonly (readonly KnownWindow[])[]): RateDecision {
    const now = clock.now();
    const windows = rows.flat();
    const facts = {
      serverCount: servers.alive(),
      goneAt: presence.goneAt(),
      isShareFree: presence.isShareFree(),
    };
    const retryAfterMs = Math.max(0, ...windows.map((row) => waitWithoutRedis(row, now, facts)));
    if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
    for (const { own } of windows) own?.add();
    return { isAllowed: true, retryAfterMs: 0 };
  }

  async function settle(): Promise<void> {
    const now = clock.now();
    const owing = [...subjects.entries()].filter(([, row]) =>
      row.some(({ own }) => own !== undefined && own.total(now) > 0),
    );
    for (let start = 0; start < owing.length; start += settledAtOnce) {
      const some = owing.slice(start, start + settledAtOnce);
      await ask(
        some.map(([subject]) => subject),
        some.map(([, row]) => row),
        0,
      );
    }
  }

  redis.onChange((isDown) => {
    if (isDown) return;
    returns += 1;
    returnedAt = clock.now();
  });
  presence.beforeReturn(settle);

  return {
    async take(limits) {
      const rows = limits.map(knownOf);
      try {
        const retryAfterMs = await ask(
          limits.map(({ subject }) => subject),
          rows,
          1,
        );
        return { isAllowed: retryAfterMs === 0, retryAfterMs };
      } catch (error) {
        if (!(error instanceof RedisDownError)) throw error;
        return takeWithoutRedis(rows);
      }
    },
  };
}
