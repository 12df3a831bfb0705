import { describe, expect, it, vi } from 'vitest';
import { encodeBody, sizeOfBody } from '#server/platform/cache/encoded-body.ts';
import { createPageCache, type ReadyPage } from './page-cache.ts';

const body = await encodeBody('page');
const make = (isComplete = true) =>
  vi.fn(async (): Promise<ReadyPage> => ({ status: 200, body, policy: null, isComplete }));

let now = 0;
const clock = { now: () => now };
const createCache = (maxPages: number, maxBytes = 1_000_000) =>
  createPageCache({ maxPages, maxBytes }, clock, async (page) => page);

describe('createPageCache', () => {
  it('makes a page once per market version, however many requests come at the same time', async () => {
    const cache = createCache(10);
    const made = make();
    await Promise.all([cache.get('/', 'v1', made), cache.get('/', 'v1', made)]);
    await cache.get('/', 'v1', made);
    expect(made).toHaveBeenCalledTimes(1);
    await cache.get('/', 'v2', made);
    expect(made).toHaveBeenCalledTimes(2);
  });

  it('keeps the most recently requested pages', async () => {
    const cache = createCache(2);
    const made = make();
    for (const path of ['/a', '/b', '/a', '/c', '/a']) await cache.get(path, 'v1', made);
    expect(made).toHaveBeenCalledTimes(3);
    await cache.get('/b', 'v1', made);
    expect(made).toHaveBeenCalledTimes(4);
  });

  it('keeps no more pages than fit into its memory, whatever their number', async () => {
    const cache = createCache(10, 2.5 * sizeOfBody(body));
    const made = make();
    for (const path of ['/a', '/b', '/a', '/c', '/a', '/c']) await cache.get(path, 'v1', made);
    expect(made).toHaveBeenCalledTimes(3);
    await cache.get('/b', 'v1', made);
    expect(made).toHaveBeenCalledTimes(4);
    for (const path of ['/a', '/b']) await cache.get(path, 'v2', made);
    expect(['/a', '/b'].map((path) => cache.has(path, 'v2'))).toEqual([true, true]);
  });

  it('keeps a page without its data for only two seconds, and a failure not at all', async () => {
    const cache = createCache(10);
    const incomplete = make(false);
    await cache.get('/', 'v1', incomplete);
    now += 1999;
    await cache.get('/', 'v1', incomplete);
    expect(incomplete).toHaveBeenCalledTimes(1);
    now += 1;
    await cache.get('/', 'v1', incomplete);
    expect(incomplete).toHaveBeenCalledTimes(2);
    await expect(cache.get('/x', 'v1', () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
    await expect(cache.get('/x', 'v1', make())).resolves.toMatchObject({ status: 200 });
  });

  it('compresses a page fully once it is requested again, and serves the earlier one until then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const smaller = await encodeBody('smaller');
    const compact = vi.fn(async (page: ReadyPage) => {
      await promise;
      return { ...page, body: smaller };
    });
    const cache = createPageCache({ maxPages: 10, maxBytes: 1_000_000 }, clock, compact);
    const made = make();
    await cache.get('/', 'v1', made);
    expect(compact).not.toHaveBeenCalled();
    for (const _ of [1, 2]) expect((await cache.get('/', 'v1', made)).body).toBe(body);
    resolve();
    await vi.waitFor(async () => expect((await cache.get('/', 'v1', made)).body).toBe(smaller));
    expect(compact).toHaveBeenCalledTimes(1);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('keeps a page unchanged if it cannot be compressed again', async () => {
    const cache = createPageCache({ maxPages: 10, maxBytes: 1_000_000 }, clock, () =>
      Promise.reject(new Error('no memory')),
    );
    for (const _ of [1, 2, 3]) expect((await cache.get('/', 'v1', make())).body).toBe(body);
  });
});
