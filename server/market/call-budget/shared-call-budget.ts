import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import type { ServerCount } from '#server/platform/jobs/server-list.ts';
import { keyedHash } from '#server/platform/keys.ts';
import type { Presence } from '#server/platform/redis/presence.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import { RedisDownError } from '#server/platform/redis/redis-down-error.ts';
import { type RedisScript, runScript } from '#server/platform/redis/redis-script.ts';
import { maxRetryAfterMs } from '../provider.ts';
import { joinBudgetScript, pauseBudgetScript, presenceMs, takeFromBudgetScript } from './budget-scripts.ts';
import {
  budgetWindowMs,
  type CallClaim,
  coinListClaims,
  isCoinListClaim,
  isOnDemand,
  limitsOf,
  shareBudget,
} from './budget-shares.ts';
import type { CallBudget } from './call-budget.ts';
import { type Call, findWait, waitFor, withoutOld } from './call-wait.ts';

/** A call by any server, as known to this one. */
interface KnownCall extends Call {
  readonly id: string;
  /** Granted by this server while Redis was down. */
  readonly isOwnShare: boolean;
}

export interface SharedBudgetDeps {
  readonly redis: Redis;
  readonly servers: Pick<ServerCount, 'alive' | 'seen'>;
  readonly presence: Pick<Presence, 'isShareFree'>;
  readonly callsPerMinute: number;
  readonly refreshMs: Milliseconds;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** For hashing networks. */
  readonly hashKey: Buffer;
  /** Overrides Redis's time, which is independent of the servers' clocks. */
  readonly sharedClock?: Clock;
}

export interface SharedCallBudget extends CallBudget {
  pause(ms: Milliseconds): Promise<void>;
  /** Sends a sign of life, and learns which calls others have taken. */
  sync(): Promise<void>;
  start(): void;
  stop(): void;
}

const syncEveryMs: Milliseconds = 500;
/** How long after this server's last sign of life all others have begun to leave its share free. */
const handoverMs: Milliseconds = presenceMs + 500;

const answerSchema = z.object({
  wait: z.number(),
  now: z.number(),
  present: z.number(),
  pause: z.number(),
  // Lua encodes an empty list as an object.
  calls: z.union([z.array(z.tuple([z.string(), z.number()])), z.strictObject({})]),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * One sliding window for all servers, in Redis. While Redis is down, each server gets an equal share, taken first from
 * what the known calls leave; servers still connected leave the shares of the missing ones free. Until they notice,
 * they may use the whole budget, so a server that may be the only one without Redis first lets a window pass. A server
 * that reconnects first adds the calls it knows, so that neither its own nor those forgotten by Redis are lost.
 */
export function createSharedCallBudget(deps: SharedBudgetDeps): SharedCallBudget {
  const { redis, servers, presence, callsPerMinute, refreshMs, clock, logger, sharedClock } = deps;
  const shares = shareBudget(callsPerMinute, refreshMs);
  const me = randomUUID();
  const keys = ['calls', 'servers', 'pause'].map((part) => redis.key('budget', part));
  let known: readonly KnownCall[] = [];
  let cursor: Instant = 0;
  let heardAt: Instant = Number.NEGATIVE_INFINITY;
  /** When the others have noticed this server's absence. At its start: when they have seen it in the server list. */
  let goneAt: Instant = clock.now() + handoverMs;
  /** Servers that were already missing when this one last heard from Redis, so their shares were left free. */
  let missing = 0;
  let pausedUntil: Instant = 0;
  let isPauseShared = true;
  let timer: NodeJS.Timeout | undefined;

  async function run(script: RedisScript, args: readonly (string | number)[]): Promise<Answer | undefined> {
    const sentAt = clock.now();
    const reply = await runScript(redis, script, keys, [sharedClock?.now() ?? '', me, ...args]);
    if (reply === '') return undefined;
    const answer = answerSchema.parse(JSON.parse(String(reply)));
    heardAt = sentAt;
    goneAt = sentAt + handoverMs;
    missing = Math.max(0, servers.alive() - answer.present);
    pausedUntil = Math.max(pausedUntil, clock.now() + answer.pause);
    cursor = answer.now;
    learn(answer);
    return answer;
  }

  function learn({ calls }: Answer): void {
    const now = clock.now();
    const ids = new Map(known.map((call) => [call.id, call]));
    for (const [member, ageMs] of Array.isArray(calls) ? calls : []) {
      const [id = '', claim = '', network] = member.split('|');
      const at = ids.get(id)?.at ?? now - ageMs;
      ids.set(id, { id, at, claim: claim as CallClaim, network, isOwnShare: false });
    }
    known = withoutOld([...ids.values()], now).toSorted((a, b) => a.at - b.at);
  }

  const untilPauseEnds = (now: Instant) => waitUntil(pausedUntil, now, maxRetryAfterMs);

  async function join(): Promise<void> {
    const now = clock.now();
    const calls = withoutOld(known, now).map(({ id, claim, network, at }) => [
      `${id}|${claim}|${network ?? ''}`,
      now - at,
    ]);
    await run(joinBudgetScript, [JSON.stringify(calls)]);
  }

  async function askRedis(ask: string): Promise<Answer> {
    const args = () => [cursor, servers.alive(), ask];
    const first = await run(takeFromBudgetScript, args());
    if (first) return first;
    await join();
    const second = await run(takeFromBudgetScript, args());
    // Redis lost this server's registration between two commands.
    if (!second) throw new RedisDownError();
    return second;
  }

  function encodeAsk(claim: CallClaim, network: string): string {
    const asSet = (claims: readonly CallClaim[]) => Object.fromEntries(claims.map((name) => [name, true]));
    const limits = limitsOf(claim, shares).map(({ limit, claims }) => ({ limit, claims: asSet(claims) }));
    // All other calls together leave these free, so the server that refreshes the coin list never waits for them.
    const reserved = claim === 'coins' && { limit: shares.coins, claims: asSet(coinListClaims) };
    const onDemand = isOnDemand(claim) && asSet(limitsOf('known', shares).at(-1)!.claims);
    return JSON.stringify({
      id: randomUUID(),
      claim,
      network,
      limits,
      ...(onDemand && { onDemand }),
      ...(reserved && { reserved }),
    });
  }

  function takeWithoutRedis(claim: CallClaim, network: string): Milliseconds {
    const now = clock.now();
    known = withoutOld(known, now);
    const own = known.filter(({ isOwnShare }) => isOwnShare);
    const share = shareBudget(Math.max(1, Math.floor(callsPerMinute / servers.seen())), refreshMs);
    const wait = Math.max(
      untilPauseEnds(now),
      waitUntil(heardAt + handoverMs, now, handoverMs),
      waitForOthers(claim, now),
      findWait(own, { shares: share, claim, network, now }),
      waitForFreeShare(claim, own, now),
    );
    if (wait > 0) return wait;
    known = [...known, { id: randomUUID(), at: now, claim, network, isOwnShare: true }];
    return 0;
  }

  /** The wait until calls that others may have taken before noticing this server's absence have left the window. */
  function waitForOthers(claim: CallClaim, now: Instant): Milliseconds {
    // No other server makes these calls.
    const isAlone = servers.seen() === 1 || isCoinListClaim(claim);
    if (isAlone || presence.isShareFree()) return 0;
    return waitUntil(goneAt + budgetWindowMs, now, budgetWindowMs + handoverMs);
  }

  /** The wait until this server's part of the unused budget allows a call. */
  function waitForFreeShare(claim: CallClaim, own: readonly KnownCall[], now: Instant): Milliseconds {
    const others = known.filter(({ isOwnShare }) => !isOwnShare);
    // Only one server uses the coin list's share.
    const count = isCoinListClaim(claim) ? 1 : Math.max(1, servers.seen() - missing);
    const coins = { limit: shares.coins, claims: coinListClaims };
    const limits = isCoinListClaim(claim) ? [coins] : limitsOf(claim, shares).slice(1);
    return Math.max(
      ...limits.map(({ limit, claims }) => {
        const isCounted = (call: Call) => claims.some((name) => name === call.claim);
        const spent = others.filter(isCounted);
        const kept = isCoinListClaim(claim)
          ? 0
          : Math.ceil((limit * missing) / Math.max(missing, servers.alive()));
        const free = Math.floor((limit - kept - spent.length) / count);
        if (own.filter(isCounted).length < free) return 0;
        const leaving = [...spent, ...own.filter(isCounted)].toSorted((a, b) => a.at - b.at)[0];
        // More servers than calls: each may make one.
        if (spent.length === 0) return waitFor(own, { limit: Math.max(1, free), claims }, now);
        return leaving ? Math.max(1, leaving.at + budgetWindowMs - now) : budgetWindowMs;
      }),
    );
  }

  function noteFault(error: unknown): void {
    if (!(error instanceof RedisDownError)) logger.warn({ err: error }, 'the shared call budget failed');
  }

  async function sharePause(): Promise<void> {
    const ms = Math.ceil(untilPauseEnds(clock.now()));
    if (ms > 0) await runScript(redis, pauseBudgetScript, keys, [sharedClock?.now() ?? '', me, ms]);
    isPauseShared = true;
  }

  async function sync(): Promise<void> {
    await askRedis('').catch(noteFault);
    if (!isPauseShared) await sharePause().catch(noteFault);
  }

  return {
    sync,
    async take(claim, network = '') {
      const hashed = network && keyedHash(deps.hashKey, network).slice(0, 16);
      try {
        return (await askRedis(encodeAsk(claim, hashed))).wait;
      } catch (error) {
        noteFault(error);
        return takeWithoutRedis(claim, hashed);
      }
    },
    async pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
      isPauseShared = false;
      await sharePause().catch(noteFault);
    },
    start() {
      timer = setInterval(() => void sync(), syncEveryMs);
      void sync();
    },
    stop: () => clearInterval(timer),
  };
}
