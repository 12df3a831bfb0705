import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';
import type { SharedAnswer, SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import type { Fetched } from '../fetched.ts';
import { isOverBudget } from './note-reduction.ts';

export interface OnDemandOptions<T> {
  readonly clock: Clock;
  /** How long a value counts as fresh, unless a caller says otherwise. */
  readonly freshMs: Milliseconds;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** The approximate size of a value in bytes. */
  readonly sizeOf: (value: T) => number;
  /** An empty value never replaces one with content. */
  readonly isEmpty?: (value: T) => boolean;
  /** Set if several servers share fetched values. */
  readonly shared?: SharedKind<T> | undefined;
}

/** One kind of shared value. */
export interface SharedKind<T> {
  readonly answers: SharedAnswers;
  /** Part of its keys. */
  readonly kind: string;
  /** Values from other servers are validated like any input. */
  readonly schema: z.ZodType<T>;
}

export interface OnDemand<T> {
  /**
   * The value under `key`: from the cache while fresh, otherwise from `load`, called once for all concurrent requests, and
   * again only if it was not allowed to the network that asked first.
   * If loading fails or takes longer than two seconds, returns the old value marked stale; without one, rejects as
   * `load` did. Null if `load` found nothing.
   */
  get(key: string, load: () => Promise<T | null>, freshMs?: Milliseconds): Promise<Fetched<T> | null>;
}

interface Flight<T> {
  readonly answer: Promise<Fetched<T> | null>;
  /** Whom the call counts for. */
  readonly network: string | undefined;
}

interface Load<T> {
  readonly key: string;
  readonly load: () => Promise<T | null>;
  readonly freshMs: Milliseconds;
}

/** How long to wait for a new value if there is an old one. */
const maxWaitMs: Milliseconds = 2_000;

export function createOnDemand<T>(options: OnDemandOptions<T>): OnDemand<T> {
  const { clock } = options;
  const { maxEntries, maxBytes } = options;
  const cache = new LRUCache<string, { value: T; fetchedAt: number }>({ max: maxEntries, maxSize: maxBytes });
  const flights = new Map<string, Flight<T>>();

  /** Takes the value from another server that has it or is fetching it; otherwise loads it. */
  async function loadShared({ key, load, freshMs }: Load<T>): Promise<SharedAnswer<T>> {
    if (options.shared) {
      const { answers, kind, schema } = options.shared;
      return answers.get(kind, key, { schema, load, freshMs });
    }
    const value = await load();
    return value === null ? null : { value, ageMs: 0 };
  }

  async function loadAndStore(request: Load<T>): Promise<Fetched<T> | null> {
    const { key } = request;
    const answer = await loadShared(request);
    if (answer === null) return null;
    const { value, ageMs } = answer;
    const old = cache.get(key);
    if (old && options.isEmpty?.(value) && !options.isEmpty(old.value))
      return toFetched(old.value, old.fetchedAt, true);
    const fetchedAt = clock.now() - ageMs;
    cache.set(key, { value, fetchedAt }, { size: Math.max(1, options.sizeOf(value)) });
    return toFetched(value, fetchedAt, false);
  }

  function loadOnce(request: Load<T>): Promise<Fetched<T> | null> {
    const { key } = request;
    const network = requesterNetwork();
    const underway = flights.get(key);
    if (underway)
      return underway.answer.catch((error: unknown) => {
        if (network !== underway.network && isOverBudget(error)) return loadOnce(request);
        throw error;
      });
    const answer = loadAndStore(request).finally(() => flights.delete(key));
    flights.set(key, { answer, network });
    return answer;
  }

  return {
    async get(key, load, freshMs = options.freshMs) {
      const entry = cache.get(key);
      if (entry && waitUntil(entry.fetchedAt + freshMs, clock.now(), freshMs) > 0)
        return toFetched(entry.value, entry.fetchedAt, false);
      const flight = loadOnce({ key, load, freshMs });
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

/** The answer, or `fallback` if it takes longer than two seconds. */
export async function orFallback<T>(answer: Promise<T>, fallback: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, maxWaitMs, fallback);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
