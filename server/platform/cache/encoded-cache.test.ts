import { describe, expect, it, vi } from 'vitest';
import { createEncodedCache } from './encoded-cache.ts';

const bounds = { maxEntries: 10, maxBytes: 100_000 };

describe('createEncodedCache', () => {
  it('makes a body once for concurrent and later calls', async () => {
    const cache = createEncodedCache(bounds);
    const source = {};
    const make = vi.fn(() => ({ a: 1 }));
    const bodies = await Promise.all([1, 2, 3].map(() => cache.get('key', source, make)));
    bodies.push(await cache.get('key', source, make));
    expect(make).toHaveBeenCalledTimes(1);
    expect(new Set(bodies).size).toBe(1);
  });

  it('remakes it for another source, and keeps the newer one even if the older finishes later', async () => {
    const cache = createEncodedCache(bounds);
    const [older, newer] = [{}, {}];
    const first = cache.get('key', older, () => 'older '.repeat(9_000));
    const second = cache.get('key', newer, () => 'newer');
    expect((await first).identity.toString()).toContain('older');
    expect((await second).identity.toString()).toBe('newer');
    const make = vi.fn();
    expect((await cache.get('key', newer, make)).identity.toString()).toBe('newer');
    expect(make).not.toHaveBeenCalled();
  });

  it('tries again after a value that failed to encode', async () => {
    const cache = createEncodedCache(bounds);
    const source = {};
    await expect(cache.get('key', source, () => 1n)).rejects.toThrow(TypeError);
    expect((await cache.get('key', source, () => 1)).identity.toString()).toBe('1');
  });
});
