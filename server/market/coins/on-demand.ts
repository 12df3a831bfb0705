import { LRUCache } from 'lru-cache';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import type { Fetched } from '../fetched.ts';

export interface OnDemandOptions<T> {
  readonly clock: Clock;
  /** How long a value counts as fresh, unless a caller says otherwise. */
  readonly freshMs: Milliseconds;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** The approximate memory of a value, in bytes. */
  readonly sizeOf: (value: T) => number;
  /** An empty value never replaces one with content. */
  readonly isEmpty?: (value: T) => boolean;
}

export interface OnDemand<T> {
  /**
   * The value under `key`: from the cache while fresh, else by `load`, called once for all concurrent requests. Where
   * loading fails or takes longer than two seconds, the old value is given, marked stale; without one it rejects as
   * `load` did. Null: `load` found nothing.
   */
  get(key: string, load: () => Promise<T | null>, freshMs?: Milliseconds): Promise<Fetched<T> | null>;
}

/** The wait for a new value where there is an old one. */
const maxWaitMs: Milliseconds = 2_000;

export function createOnDemand<T>(options: OnDemandOptions<T>): OnDemand<T> {
  const { clock } = options;
  const { maxEntries, maxBytes } = options;
  const cache = new LRUCache<string, { value: T; fetchedAt: number }>({ max: maxEntries, maxSize: maxBytes });
  const flights = new Map<string, Promise<Fetched<T> | null>>();

  async function loadAndStore(key: string, load: () => Promise<T | null>): Promise<Fetched<T> | null> {
    const value = await load();
    if (value === null) return null;
    const old = cache.get(key);
    if (old && options.isEmpty?.(value) && !options.isEmpty(old.value))
      return toFetched(old.value, old.fetchedAt, true);
    const now = clock.now();
    cache.set(key, { value, fetchedAt: now }, { size: Math.max(1, options.sizeOf(value)) });
    return toFetched(value, now, false);
  }

  function loadOnce(key: string, load: () => Promise<T | null>): Promise<Fetched<T> | null> {
    const underway = flights.get(key);
    if (underway) return underway;
    const flight = loadAndStore(key, load).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    async get(key, load, freshMs = options.freshMs) {
      const entry = cache.get(key);
      if (entry && waitUntil(entry.fetchedAt + freshMs, clock.now(), freshMs) > 0)
        return toFetched(entry.value, entry.fetchedAt, false);
      const flight = loadOnce(key, load);
      if (!entry) return flight;
      const old = toFetched(entry.value, entry.fetchedAt, true);
      return orFallback(
        flight.catch(() => old),
        old,
      );
    },
  };
}

function toFetched<T>(value: T, fetchedAt: number, isStale: boolean): Fetched<T> {
  return { value, fetchedAt, isStale };
}

/** The answer, or `fallback` where it takes longer than two seconds. */
export async function orFallback<T>(answer: Promise<T>, fallback: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, maxWaitMs, fallback);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
