import { describe, expect, it } from 'vitest';
import { createPresence } from './presence.ts';
import type { Redis } from './redis.ts';
import { RedisDownError } from './redis-down-error.ts';

/** A Redis that answers scripts with the time, or is down. */
function openPresence() {
  let now = 1_800_000_000_000;
  let isDown = false;
  let areAllDown = false;
  const listeners = new Set<(isDown: boolean) => void>();
  const redis: Redis = {
    ask: () => (isDown ? Promise.reject(new RedisDownError()) : Promise.resolve(now as never)),
    subscriber: () => {
      throw new Error('not used');
    },
    key: (...parts) => parts.join(':'),
    isDown: () => isDown,
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
    servers: { areAllWithoutRedis: () => areAllDown },
  });
  return {
    presence,
    pass: (ms: number) => {
      now += ms;
    },
    setDown(next: boolean, all: boolean) {
      areAllDown = all;
      isDown = next;
      for (const listener of listeners) listener(next);
    },
  };
}

describe('the share of a server that lost Redis', () => {
  it('is left free once all others have had time to notice, if they have lost Redis too', async () => {
    const { presence, pass, setDown } = openPresence();
    await presence.beat();
    setDown(true, true);
    await presence.beat();
    expect(presence.isShareFree()).toBe(false);
    pass(2_500);
    expect(presence.isShareFree()).toBe(true);
  });

  it('stays free until the server has Redis again, even if others already do', async () => {
    const { presence, pass, setDown } = openPresence();
    await presence.beat();
    setDown(true, true);
    pass(3_000);
    await presence.beat();
    setDown(true, false);
    await presence.beat();
    expect(presence.isShareFree()).toBe(true);
    setDown(false, false);
    await presence.beat();
    setDown(true, false);
    pass(3_000);
    expect(presence.isShareFree()).toBe(false);
  });

  it('is not free if others lost Redis later: they may have used up everything by then', async () => {
    const { presence, pass, setDown } = openPresence();
    await presence.beat();
    setDown(true, false);
    pass(5_000);
    setDown(true, true);
    await presence.beat();
    expect(presence.isShareFree()).toBe(false);
  });
});
