import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpApp } from '../http/http-app.ts';
import { createLogger } from '../log/logger.ts';
import { collectGarbage } from '../thread-heap.ts';
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

  it('doesn’t keep the source, such as a whole snapshot, in memory', async () => {
    const cache = createEncodedCache(bounds);
    const store = async () => {
      const source = {};
      await cache.get('key', source, () => 'body');
      return new WeakRef(source);
    };
    const source = await store();
    await setImmediate();
    collectGarbage();
    expect(source.deref()).toBe(undefined);
  });

  it('tries again after a value that failed to encode', async () => {
    const cache = createEncodedCache(bounds);
    const source = {};
    await expect(cache.get('key', source, () => 1n)).rejects.toThrow(TypeError);
    expect((await cache.get('key', source, () => 1)).identity.toString()).toBe('1');
  });
});

describe('bodies requested by networks', () => {
  const cache = createEncodedCache(bounds);
  const app = createHttpApp({ logger: createLogger('silent'), trustedProxies: 1, headers: {} });
  const made: string[] = [];
  const source = {};
  app.get('/:key', (request) => {
    const { key } = request.params as { key: string };
    const make = () => {
      made.push(key);
      return key;
    };
    return cache.get(key, source, make).then(({ identity }) => identity.toString());
  });
  afterAll(() => app.close());
  beforeEach(() => made.splice(0));
  const ask = (address: string, key: string) =>
    app.inject({ url: `/${key}`, headers: { 'x-forwarded-for': address } });

  it('are made one at a time, and networks take turns', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const requests = keys.map((key) => ask('203.0.113.1', key));
    // Another network doesn't wait for these bodies, not even if it requests one of them.
    const others = ['x', 'e'].map((key) => ask('198.51.100.1', key));
    const answers = await Promise.all([...requests, ...others]);
    expect(answers.map(({ body }) => body)).toEqual([...keys, 'x', 'e']);
    expect(made).toEqual(['a', 'b', 'x', 'c', 'e', 'd']);
  });

  it('are refused to a network with many waiting requests, and to no other', async () => {
    const requests = Array.from({ length: 200 }, (_, index) => ask('203.0.113.1', `many-${index}`));
    const other = ask('198.51.100.1', 'other');
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(101);
    expect(statuses.filter((status) => status === 429)).toHaveLength(99);
    expect((await other).statusCode).toBe(200);
  });
});
