import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryCache } from './memory-cache.ts';

const times = { storedAt: 0, freshUntil: 10 };

describe('createMemoryCache', () => {
  it('gives what was stored, with its times, and goes on giving it past its freshness', () => {
    const cache = createMemoryCache<string>({ maxEntries: 2 });
    cache.set('a', 'one', { storedAt: 5, freshUntil: 15 });
    expect(cache.get('a')).toMatchObject({ value: 'one', storedAt: 5, freshUntil: 15 });
    expect(cache.get('b')).toBeUndefined();
  });

  it('lets the least recently used entry go first', () => {
    const cache = createMemoryCache<number>({ maxEntries: 2 });
    cache.set('a', 1, times);
    cache.set('b', 2, times);
    cache.get('a');
    cache.set('c', 3, times);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')?.value).toBe(1);
    expect(cache.get('c')?.value).toBe(3);
  });

  it('does not keep a value larger than the whole bound, nor an older one under its key', () => {
    const cache = createMemoryCache<number>({ maxEntries: 9, maxBytes: 100 });
    cache.set('a', 1, { ...times, bytes: 50 });
    cache.set('a', 2, { ...times, bytes: 101 });
    expect(cache.get('a')).toBeUndefined();
  });

  it('forgets a deleted key', () => {
    const cache = createMemoryCache<number>({ maxEntries: 2 });
    cache.set('a', 1, times);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });

  it('never holds more entries or bytes than its bounds, whatever is stored', () => {
    const writes = fc.array(
      fc.record({ key: fc.integer({ min: 0, max: 12 }), bytes: fc.integer({ min: 0, max: 60 }) }),
    );
    fc.assert(
      fc.property(writes, (list) => {
        const cache = createMemoryCache<number>({ maxEntries: 4, maxBytes: 100 });
        for (const { key, bytes } of list) cache.set(String(key), bytes, { ...times, bytes });
        const held = Array.from({ length: 13 }, (_, key) => cache.get(String(key))).filter((entry) => entry);
        expect(held.length).toBeLessThanOrEqual(4);
        expect(held.reduce((sum, entry) => sum + (entry?.value ?? 0), 0)).toBeLessThanOrEqual(100);
      }),
    );
  });
});
