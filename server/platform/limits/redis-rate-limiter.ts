import { LRUCache } from 'lru-cache';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { ServerCount } from '../jobs/server-list.ts';
import { keyedHash } from '../keys.ts';
import type { Redis } from '../redis/redis.ts';
import { RedisAwayError } from '../redis/redis-away-error.ts';
import { runScript } from '../redis/redis-script.ts';
import type { RateDecision, RateLimit, RateLimiter, RateWindow } from './rate-limiter.ts';
import { takeWindows } from './shared-windows-script.ts';
import { WindowCount } from './window-count.ts';

/** What this server knows of one window of a subject. */
interface KnownWindow {
  readonly window: RateWindow;
  /** The hits on all servers, when Redis last said so. */
  known: number;
  knownAt: Instant;
  /** How often Redis had come back by then. */
  knownSince: number;
  /** Hits granted here that Redis does not know of. */
  own: WindowCount | undefined;
}

export interface RedisRateLimiterDeps {
  readonly redis: Redis;
  readonly servers: Pick<ServerCount, 'alive'>;
  readonly clock: Clock;
  /** Of the hashes in keys: subjects name people. */
  readonly hashKey: Buffer;
  /** Part of the keys. */
  readonly name: string;
  /** Beyond it, what is known of the least recently used subject is forgotten. */
  readonly maxSubjects: number;
  /** In place of the time of Redis, which no clock of a server moves. */
  readonly sharedClock?: Clock;
}

/** How many subjects are settled with one command after Redis came back. */
const settledAtOnce = 200;

/**
 * Counts for all servers in Redis, each decision in one atomic step. While Redis is away every server grants its share:
 * what the known hits leave, divided by the servers. What it granted is added when Redis comes back, and what it knows to
 * be spent is held against a Redis that has forgotten it. A subject's windows must not change.
 */
export function createRedisRateLimiter(deps: RedisRateLimiterDeps): RateLimiter {
  const { redis, servers, clock, hashKey, name, sharedClock } = deps;
  let returnedAt: Instant = Number.NEGATIVE_INFINITY;
  let returns = 0;
  const subjects = new LRUCache<string, readonly KnownWindow[]>({ max: deps.maxSubjects });

  const keyOf = (subject: string) => redis.key('limit', name, keyedHash(hashKey, subject));

  function knownOf({ subject, windows }: RateLimit): readonly KnownWindow[] {
    let known = subjects.get(subject);
    if (!known) {
      known = windows.map((window) => ({ window, known: 0, knownAt: 0, knownSince: 0, own: undefined }));
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
    const owed = rows.flat().map((row) => borrowOwn(row, now));
    let index = 0;
    const args = rows.map((row) =>
      row.map(({ window, known, knownAt, knownSince }) => {
        // From before the outage: Redis may have lost it.
        const isOld = knownSince < returns && ageOf(returnedAt, now) < window.ms;
        const knownAgeMs = ageOf(knownAt, now);
        return { ...window, debt: owed[index++]!.hits, known: isOld ? known : 0, knownAgeMs };
      }),
    );
    const reply = await runScript(redis, takeWindows, names.map(keyOf), [
      sharedClock?.now() ?? '',
      hits,
      JSON.stringify(args),
    ]).catch((error: unknown) => {
      for (const { giveBack } of owed) giveBack();
      throw error;
    });
    const [retryAfterMs, ...totals] = reply as number[];
    rows.flat().forEach((row, at) => {
      row.known = totals[at]!;
      row.knownAt = now;
      row.knownSince = returns;
    });
    return retryAfterMs!;
  }

  function takeAlone(rows: readonly (readonly KnownWindow[])[]): RateDecision {
    const now = clock.now();
    const windows = rows.flat();
    const retryAfterMs = Math.max(0, ...windows.map((row) => waitAlone(row, now, servers.alive())));
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

  redis.onChange((isAway) => {
    if (isAway) return;
    returns += 1;
    returnedAt = clock.now();
    // What fails here is settled with the subject's next call.
    settle().catch(() => undefined);
  });

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
        if (!(error instanceof RedisAwayError)) throw error;
        return takeAlone(rows);
      }
    },
  };
}

/** Takes the hits that Redis does not know of, so that no other call adds them too. */
function borrowOwn(row: KnownWindow, now: Instant): { hits: number; giveBack: () => void } {
  const hits = row.own?.total(now) ?? 0;
  row.own = undefined;
  return {
    hits,
    giveBack() {
      if (hits === 0) return;
      row.own ??= new WindowCount(row.window);
      row.own.total(now);
      row.own.add(hits);
    },
  };
}

/** A clock that was set back makes nothing younger than now. */
const ageOf = (at: Instant, now: Instant): Milliseconds => Math.max(0, now - at);

function waitAlone(row: KnownWindow, now: Instant, serverCount: number): Milliseconds {
  const { window, knownAt } = row;
  row.own ??= new WindowCount(window);
  const isKnown = ageOf(knownAt, now) < window.ms;
  const left = window.count - (isKnown ? row.known : 0);
  const share = Math.floor(left / serverCount);
  if (share > 0) return row.own.waitFor(now, share);
  if (isKnown) return Math.max(1, knownAt + window.ms - now);
  // More servers than hits: one each.
  return row.own.waitFor(now, 1);
}
