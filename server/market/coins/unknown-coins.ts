import { createMemoryCache } from '#server/platform/cache/memory-cache.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Ids the provider does not know, remembered for five minutes to save calls. */
export interface UnknownCoins {
  has(key: string): boolean;
  add(key: string): void;
}

const rememberMs = 300_000;

export function createUnknownCoins(clock: Clock): UnknownCoins {
  const cache = createMemoryCache<true>({ maxEntries: 2_000 });
  return {
    has: (key) => clock.now() < (cache.get(key)?.freshUntil ?? 0),
    add(key) {
      const now = clock.now();
      cache.set(key, true, { storedAt: now, freshUntil: now + rememberMs });
    },
  };
}
