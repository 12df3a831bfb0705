import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { noteReducedAnswer } from '#server/platform/http/requester.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { allowSharedCaching } from './shared-caching.ts';

const apps: ReturnType<typeof createBareApp>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const market = { 'x-market-data': 'live', 'cache-control': 'no-cache' };

function serve(seconds: number) {
  const app = createBareApp();
  apps.push(app);
  allowSharedCaching(app, seconds);
  for (const url of ['/api/global', '/api/status'])
    app.get(url, async (_request, reply) => reply.headers(market).send('{}'));
  app.get('/api/other', async (_request, reply) => reply.header('cache-control', 'no-cache').send('{}'));
  app.get('/api/reduced', async (_request, reply) => {
    await setImmediate();
    noteReducedAnswer();
    return reply.headers(market).send('{}');
  });
  app.get('/api/refused', async (_request, reply) =>
    reply
      .code(503)
      .headers({ ...market, 'cache-control': 'no-store' })
      .send('{}'),
  );
  return async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers })).headers['cache-control'];
}

describe('Shared caches', () => {
  it('may answer public market calls for a while, if the operator allows it', async () => {
    expect(await serve(15)('/api/global')).toBe('public, max-age=0, s-maxage=15');
    expect(await serve(0)('/api/global')).toBe('no-cache');
  });

  it('never answer the status or other calls, and never keep a refusal', async () => {
    const read = serve(15);
    expect(await read('/api/status')).toBe('no-cache');
    expect(await read('/api/other')).toBe('no-cache');
    expect(await read('/api/refused')).toBe('no-store');
  });

  it('store nothing that lacks what a visitor from another network could get', async () => {
    const read = serve(15);
    expect(await read('/api/reduced')).toBe('no-cache');
    expect(await read('/api/global')).toBe('public, max-age=0, s-maxage=15');
  });

  it('store nothing that was requested with credentials', async () => {
    expect(await serve(15)('/api/global', { authorization: 'Bearer a' })).toBe('no-cache');
  });
});
