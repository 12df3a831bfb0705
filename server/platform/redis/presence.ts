import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '../clock.ts';
import { createPolling } from '../jobs/polling.ts';
import type { ServerCount } from '../jobs/server-list.ts';
import type { Job } from '../module.ts';
import type { Redis } from './redis.ts';
import { RedisDownError } from './redis-down-error.ts';
import { defineScript, runScript } from './redis-script.ts';

/** A server not heard from for this long counts as down, and keeps a share. */
export const presenceMs: Milliseconds = 2_500;
const beatEveryMs: Milliseconds = 500;
/** How soon servers that lose Redis together know this about each other. */
const noticeMs: Milliseconds = 2 * presenceMs;

/**
 * KEYS 1: the participating servers, by the last answer they had. ARGV: the time, or '' to use Redis's; this server;
 * the time of the last answer it had, or '' if it does not participate yet. Returns the time.
 *
 * Records the time of that answer instead of the beat's own, because a beat that is delivered late, or whose answer is
 * lost, must not prolong the server's presence.
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

/** Which servers reach Redis: those that do leave the others' shares free. */
export interface Presence {
  /** Identifies this server in Redis. */
  readonly id: string;
  /** The key of the participating servers, by the last answer they had. */
  readonly key: string;
  /** When the others know that this server is gone, unless it hears from Redis again. */
  goneAt(): Instant;
  /**
   * Whether nobody uses the share of this server, which has lost Redis: all others lost it at the same time, and on
   * their return they leave it free.
   */
  isShareFree(): boolean;
  /** Called when Redis is back. This server participates once everything added here has succeeded. */
  beforeReturn(settle: () => Promise<void>): void;
}

export interface PresenceJob extends Presence, Job {
  /** Signals that this server participates. */
  beat(): Promise<void>;
}

export interface PresenceDeps {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly servers: Pick<ServerCount, 'areAllWithoutRedis'>;
  /** Overrides Redis's time, which is independent of the servers' clocks. */
  readonly sharedClock?: Clock;
}

export function createPresence({ redis, clock, logger, servers, sharedClock }: PresenceDeps): PresenceJob {
  const id = randomUUID();
  const key = redis.key('presence');
  const settlements: (() => Promise<void>)[] = [];
  /** Changes with every loss: an answer from before it proves nothing. */
  let losses = 0;
  let isSettled = false;
  let wereAllWithout = false;
  let lastAnswer: number | undefined;
  /** When this server last heard from Redis. At its start: when the others have seen it in the server list. */
  let heardAt: Instant = clock.now() + presenceMs;

  function lose(): void {
    losses += 1;
    isSettled = false;
    lastAnswer = undefined;
  }
  redis.onChange((isDown) => isDown && lose());

  /** Recorded early: later, this server could not know what the others used before they lost Redis too. */
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
      if (!(error instanceof RedisDownError)) throw error;
    }
  }

  const polling = createPolling({
    everyMs: beatEveryMs,
    work: beat,
    failure: 'this server could not record in Redis that it is connected',
    logger,
  });

  return {
    id,
    key,
    goneAt: () => heardAt + presenceMs,
    isShareFree() {
      if (redis.isDown()) noteOthers();
      return wereAllWithout && waitUntil(heardAt + presenceMs, clock.now(), 2 * presenceMs) === 0;
    },
    beforeReturn: (settle) => void settlements.push(settle),
    beat,
    start: polling.start,
    stop: polling.stop,
  };
}
