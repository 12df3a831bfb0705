import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/platform/clock.ts';

/** Ids the provider does not know, remembered for five minutes to save calls. */
export interface UnknownCoins {
  has(key: string): boolean;
  add(key: string): void;
}

const rememberMs = 300_000;

export function createUnknownCoins(clock: Clock): UnknownCoins {
  /** By key: until when (ms) it is remembered. */
  const cache = new LRUCache<string, number>({ max: 2_000 });
  return {
    has: (key) => clock.now() < (cache.get(key) ?? 0),
    add(key) {
      cache.set(key, clock.now() + rememberMs);
    },
  };
}
