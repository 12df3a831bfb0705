import { LRUCache } from 'lru-cache';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import type { Fetched } from '../fetched.ts';

export interface OnDemandOptions<T> {
  readonly clock: Clock;
  /** How long a value counts as fresh. */
  readonly freshMs: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Roughly what a value takes in memory. */
  readonly sizeOf: (value: T) => number;
  /** A value with nothing in it, which never replaces one that has. */
  readonly isEmpty?: (value: T) => boolean;
}

export interface OnDemand<T> {
  /**
   * The value under `key`, from the cache while fresh, else by `load`: once for all who ask meanwhile. Where loading
   * fails, or takes longer than two seconds, an old value is given, marked stale; without one it rejects as `load` did.
   * Null: `load` says that there is no such thing.
   */
  get(key: string, load: () => Promise<T | null>): Promise<Fetched<T> | null>;
}

/** How long somebody who can be given something else waits. */
const patienceMs = 2_000;

export function createOnDemand<T>(options: OnDemandOptions<T>): OnDemand<T> {
  const { clock } = options;
  const { maxEntries, maxBytes, freshMs } = options;
  const cache = new LRUCache<string, { value: T; fetchedAt: number }>({ max: maxEntries, maxSize: maxBytes });
  const flights = new Map<string, Promise<Fetched<T> | null>>();

  async function fly(key: string, load: () => Promise<T | null>): Promise<Fetched<T> | null> {
    const value = await load();
    if (value === null) return null;
    const old = cache.get(key);
    if (old && options.isEmpty?.(value) && !options.isEmpty(old.value))
      return toFetched(old.value, old.fetchedAt, true);
    const now = clock.now();
    cache.set(key, { value, fetchedAt: now }, { size: Math.max(1, options.sizeOf(value)) });
    return toFetched(value, now, false);
  }

  function join(key: string, load: () => Promise<T | null>): Promise<Fetched<T> | null> {
    const underway = flights.get(key);
    if (underway) return underway;
    const flight = fly(key, load).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    async get(key, load) {
      const entry = cache.get(key);
      if (entry && waitUntil(entry.fetchedAt + freshMs, clock.now(), freshMs) > 0)
        return toFetched(entry.value, entry.fetchedAt, false);
      const flight = join(key, load);
      if (!entry) return flight;
      const old = toFetched(entry.value, entry.fetchedAt, true);
      return orAfterPatience(
        flight.catch(() => old),
        old,
      );
    },
  };
}

function toFetched<T>(value: T, fetchedAt: number, isStale: boolean): Fetched<T> {
  return { value, fetchedAt, isStale };
}

/** What comes first: the answer, or `fallback` after the two seconds that somebody waits for a better one. */
export async function orAfterPatience<T>(answer: Promise<T>, fallback: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, patienceMs, fallback);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
