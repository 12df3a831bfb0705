import { describe, expect, it, vi } from 'vitest';
import { encodeBody } from '#server/platform/cache/encoded-body.ts';
import { createPageCache, type ReadyPage } from './page-cache.ts';

const body = await encodeBody('page');
const make = (isComplete = true) =>
  vi.fn(async (): Promise<ReadyPage> => ({ status: 200, body, isComplete }));

let now = 0;
const clock = { now: () => now };

describe('createPageCache', () => {
  it('makes a page once for each state of the market, however many ask at once', async () => {
    const cache = createPageCache(10, clock);
    const made = make();
    await Promise.all([cache.get('/', 'v1', made), cache.get('/', 'v1', made)]);
    await cache.get('/', 'v1', made);
    expect(made).toHaveBeenCalledTimes(1);
    await cache.get('/', 'v2', made);
    expect(made).toHaveBeenCalledTimes(2);
  });

  it('keeps the pages asked for last', async () => {
    const cache = createPageCache(2, clock);
    const made = make();
    for (const path of ['/a', '/b', '/a', '/c', '/a']) await cache.get(path, 'v1', made);
    expect(made).toHaveBeenCalledTimes(3);
    await cache.get('/b', 'v1', made);
    expect(made).toHaveBeenCalledTimes(4);
  });

  it('gives a page without its data for two seconds only, and never keeps one that could not be made', async () => {
    const cache = createPageCache(10, clock);
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
});
