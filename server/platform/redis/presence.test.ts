import { describe, expect, it } from 'vitest';
import { createPresence } from './presence.ts';
import type { Redis } from './redis.ts';
import { RedisAwayError } from './redis-away-error.ts';

/** A Redis that answers scripts with the time, or is down. */
function openPresence() {
  let now = 1_800_000_000_000;
  let isAway = false;
  let areAllAway = false;
  const listeners = new Set<(isAway: boolean) => void>();
  const redis: Redis = {
    ask: () => (isAway ? Promise.reject(new RedisAwayError()) : Promise.resolve(now as never)),
    subscriber: () => {
      throw new Error('not used');
    },
    key: (...parts) => parts.join(':'),
    isAway: () => isAway,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    waitUntilReady: async () => undefined,
    close: () => undefined,
  };
  const presence = createPresence({
    redis,
    clock: { now: () => now },
    logger: { warn: () => undefined, info: () => undefined },
    servers: { areAllWithoutRedis: () => areAllAway },
  });
  return {
    presence,
    pass: (ms: number) => {
      now += ms;
    },
    setAway(next: boolean, all: boolean) {
      areAllAway = all;
      isAway = next;
      for (const listener of listeners) listener(next);
    },
  };
}

describe('the share of a server that lost Redis', () => {
  it('is free once all others must know of it, if they lost it too', async () => {
    const { presence, pass, setAway } = openPresence();
    await presence.beat();
    setAway(true, true);
    await presence.beat();
    expect(presence.isShareFree()).toBe(false);
    pass(2_500);
    expect(presence.isShareFree()).toBe(true);
  });

  it('stays free until it has Redis again, even if others have it already', async () => {
    const { presence, pass, setAway } = openPresence();
    await presence.beat();
    setAway(true, true);
    pass(3_000);
    await presence.beat();
    setAway(true, false);
    await presence.beat();
    expect(presence.isShareFree()).toBe(true);
    setAway(false, false);
    await presence.beat();
    setAway(true, false);
    pass(3_000);
    expect(presence.isShareFree()).toBe(false);
  });

  it('is not free if others lost it later: they may have used everything until then', async () => {
    const { presence, pass, setAway } = openPresence();
    await presence.beat();
    setAway(true, false);
    pass(5_000);
    setAway(true, true);
    await presence.beat();
    expect(presence.isShareFree()).toBe(false);
  });
});
