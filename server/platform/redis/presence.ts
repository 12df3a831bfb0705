import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '../clock.ts';
import { createPolling } from '../jobs/polling.ts';
import type { ServerCount } from '../jobs/server-list.ts';
import type { Job } from '../module.ts';
import type { Redis } from './redis.ts';
import { RedisAwayError } from './redis-away-error.ts';
import { defineScript, runScript } from './redis-script.ts';

/** A server that has not been heard of for so long counts as away, with a share of its own. */
export const presenceMs: Milliseconds = 2_500;
const beatEveryMs: Milliseconds = 500;
/** Servers that lose Redis together know it of each other this soon. */
const noticeMs: Milliseconds = 2 * presenceMs;

/**
 * KEYS 1: the servers that take part, by the last answer they had. ARGV: the time, or '' for that of Redis; this server; the
 * time of the last answer it had, or '' where it does not take part yet. Returns the time.
 *
 * Not the time of the beat itself: one that is delivered late, or whose answer is lost, must not prolong its presence.
 */
const beatScript = defineScript(
  'presence',
  `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
if ARGV[3] ~= '' then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${presenceMs})
  redis.call('ZADD', KEYS[1], math.min(now, tonumber(ARGV[3])), ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ${presenceMs})
end
return now
`,
);

/** Which servers reach Redis: those that do leave the others their shares. */
export interface Presence {
  /** Names this server in Redis. */
  readonly id: string;
  /** Of the servers that take part, by the last answer they had. */
  readonly key: string;
  /** The instant by which the others know that this server is gone, unless it hears from Redis again. */
  goneAt(): Instant;
  /**
   * Whether nobody spends the share of this server, which has lost Redis: so did all others at the same time, and on their
   * return they leave it free.
   */
  isShareFree(): boolean;
  /** Called when Redis is there again. This server takes part once all that was added here has succeeded. */
  beforeReturn(settle: () => Promise<void>): void;
}

export interface PresenceJob extends Presence, Job {
  /** Says that this server takes part. */
  beat(): Promise<void>;
}

export interface PresenceDeps {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly servers: Pick<ServerCount, 'areAllWithoutRedis'>;
  /** In place of the time of Redis, which no clock of a server moves. */
  readonly sharedClock?: Clock;
}

export function createPresence({ redis, clock, logger, servers, sharedClock }: PresenceDeps): PresenceJob {
  const id = randomUUID();
  const key = redis.key('presence');
  const settlements: (() => Promise<void>)[] = [];
  /** Changes with every loss: an answer from before it settles nothing. */
  let losses = 0;
  let isSettled = false;
  let wereAllWithout = false;
  let lastAnswer: number | undefined;
  // Until then the others may not have read in the list of servers that this one runs.
  let heardAt: Instant = clock.now() + presenceMs;

  function lose(): void {
    losses += 1;
    isSettled = false;
    lastAnswer = undefined;
  }
  redis.onChange((isAway) => isAway && lose());

  /** Not later: what the others took until they lost it too, this server would not know. */
  function noteOthers(): void {
    if (waitUntil(heardAt + noticeMs, clock.now(), 2 * noticeMs) > 0)
      wereAllWithout ||= servers.areAllWithoutRedis();
  }

  async function beat(): Promise<void> {
    const before = losses;
    try {
      if (!isSettled) {
        for (const settle of settlements) await settle();
        if (before === losses) isSettled = true;
      }
      const now = await runScript(redis, beatScript, [key], [sharedClock?.now() ?? '', id, lastAnswer ?? '']);
      if (before !== losses) return;
      lastAnswer = Number(now);
      heardAt = clock.now();
      wereAllWithout = false;
    } catch (error) {
      lose();
      noteOthers();
      if (!(error instanceof RedisAwayError)) throw error;
    }
  }

  const polling = createPolling({
    everyMs: beatEveryMs,
    work: beat,
    failure: 'this server could not say that it reaches Redis',
    logger,
  });

  return {
    id,
    key,
    goneAt: () => heardAt + presenceMs,
    isShareFree() {
      if (redis.isAway()) noteOthers();
      return wereAllWithout && waitUntil(heardAt + presenceMs, clock.now(), 2 * presenceMs) === 0;
    },
    beforeReturn: (settle) => void settlements.push(settle),
    beat,
    start: polling.start,
    stop: polling.stop,
  };
}
