import { LRUCache } from 'lru-cache';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';

/** Because today's rate moves. */
const lifeMs: Milliseconds = 60_000;
/** For histories without a point. */
const minBytes = 500;

/** The value converted from `source`, under a key that names the currency. Concurrent calls share the work. */
export type KeptConversions<Source extends object, T extends object> = (
  source: Source,
  key: string,
  now: Instant,
  make: () => Promise<T>,
) => Promise<T>;

/**
 * Keeps converted values for a minute. All of them together are bounded: there are dozens of currencies for each of the
 * histories that the server keeps. `sizeOf`: the approximate size in bytes of what is converted.
 */
export function createKeptConversions<Source extends object, T extends object>(
  maxBytes: number,
  sizeOf: (source: Source) => number,
): KeptConversions<Source, T> {
  let lastId = 0;
  const idOf = memoize((_: Source) => {
    lastId += 1;
    return lastId;
  });
  const kept = new LRUCache<string, { readonly value: Promise<T>; readonly at: Instant }>({
    maxSize: maxBytes,
  });
  return (source, key, now, make) => {
    const name = `${idOf(source)} ${key}`;
    const known = kept.get(name);
    if (known && Math.abs(now - known.at) < lifeMs) return known.value;
    const entry = { value: make(), at: now };
    kept.set(name, entry, { size: Math.min(maxBytes, sizeOf(source) + minBytes) });
    entry.value.catch(() => {
      if (kept.peek(name) === entry) kept.delete(name);
    });
    return entry.value;
  };
}
