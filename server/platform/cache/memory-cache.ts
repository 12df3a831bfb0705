/** What a cache holds under a key: the value, when it was stored, and until when it counts as fresh (ms since 1970). */
export interface CacheEntry<V> {
  readonly value: V;
  readonly storedAt: number;
  readonly freshUntil: number;
}

/**
 * A bounded cache. It never judges freshness: an entry past its time is still given, so that a caller can prefer
 * stale over nothing. Entries leave only when the bounds are passed, the least recently used first.
 */
export interface Cache<V> {
  get(key: string): CacheEntry<V> | undefined;
  /** `bytes` counts towards the byte bound; a value larger than the whole bound is not kept. */
  set(key: string, value: V, times: { storedAt: number; freshUntil: number; bytes?: number }): void;
  delete(key: string): void;
}

interface SizedEntry<V> extends CacheEntry<V> {
  readonly bytes: number;
}

/** A cache in this process's memory, bounded by entries and, where values say their size, by bytes. */
export function createMemoryCache<V>(bounds: { maxEntries: number; maxBytes?: number }): Cache<V> {
  const maxBytes = bounds.maxBytes ?? Number.POSITIVE_INFINITY;
  // A Map keeps insertion order: the first key is the least recently used.
  const entries = new Map<string, SizedEntry<V>>();
  let bytesHeld = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytesHeld -= entry.bytes;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set(key, value, { storedAt, freshUntil, bytes = 0 }) {
      remove(key);
      if (bytes > maxBytes) return;
      entries.set(key, { value, storedAt, freshUntil, bytes });
      bytesHeld += bytes;
      while (entries.size > bounds.maxEntries || bytesHeld > maxBytes) {
        remove(entries.keys().next().value as string);
      }
    },
    delete: remove,
  };
}
