import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/read-config.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { createSqliteDatabase, type TestDatabase } from '../tests/support/databases.ts';
import { FakeMarket } from '../tests/support/market/fake-market.ts';
import { fakeNews } from '../tests/support/news/fake-news.ts';
import { createApp } from './app.ts';

const apps: FastifyInstance[] = [];
let files: TestDatabase;

beforeAll(async () => {
  files = await createSqliteDatabase();
});
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
afterAll(() => files.remove());

async function serve({ market = new FakeMarket(), env = {} as NodeJS.ProcessEnv } = {}) {
  const config = loadConfig({ LOAD_SHEDDING: 'off', ...env });
  const database = await files.open();
  const logger = createLogger('silent');
  const registry = new Registry();
  const publicUrl = () => config.publicUrl;
  const secret = 'a secret of this test and of no other';
  const { http: app, jobs } = await createApp({
    config,
    logger,
    database,
    registry,
    version: '1.2.3',
    publicUrl,
    secret,
    replacements: { market, news: fakeNews() },
  });
  apps.push(app);
  return { app, database, market, jobs };
}

describe('the list of servers', () => {
  it('is kept if servers share a database, even without Redis, because leases depend on it', async () => {
    const { jobs, database } = await serve({
      env: { DATABASE_URL: 'postgres://database.example/altimeter' },
    });
    await migrateDatabase(database);
    await jobs[0]!.prepare?.();
    expect(await database.selectFrom('servers').select('beats').execute()).toEqual([{ beats: 1 }]);
  });
});

describe('idempotency keys', () => {
  it('are counted every five minutes, because a long answer takes as long as its account has keys', async () => {
    const { jobs, database } = await serve();
    await migrateDatabase(database);
    const sweep = jobs.at(-2)!;
    const begunAt = Date.now();
    await sweep.start();
    const findLease = () =>
      database
        .selectFrom('leases')
        .select('expires_at')
        .where('name', '=', 'idempotency-sweep')
        .executeTakeFirst();
    // While it runs, its lease lasts 15 s.
    await expect.poll(async () => (await findLease())?.expires_at ?? 0).toBeGreaterThan(begunAt + 60_000);
    expect((await findLease())!.expires_at).toBeLessThanOrEqual(Date.now() + 5 * 60_000);
    await sweep.stop();
  });
});

describe('every answer', () => {
  it.each([
    '/robots.txt',
    '/api/status',
    '/api/nothing',
    '/api/cryptocurrencies?page=x',
    '/api/coins/%zz',
    '/metrics',
  ])('carries the security headers: %s', async (url) => {
    const { app } = await serve();
    const { headers } = await app.inject(url);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('tells browsers to insist on https only if the public address is https', async () => {
    const { app } = await serve({
      env: { PUBLIC_URL: 'https://altimeter.example', SMTP_URL: 'smtp://mail.example' },
    });
    for (const url of ['/healthz', '/api/nothing', '/api/coins/%zz', '/robots.txt'])
      expect((await app.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('metrics', () => {
  const token = 'a token of this test';
  const env = { METRICS_TOKEN: token.replaceAll(' ', '-') };
  const bearer = { authorization: `Bearer ${env.METRICS_TOKEN}` };

  it.each([
    ['from this machine', {}, '127.0.0.1', {}, 200],
    ['from elsewhere', {}, '192.0.2.1', {}, 403],
    ['from elsewhere, with the token', bearer, '192.0.2.1', env, 200],
    ['from elsewhere, with another token', { authorization: 'Bearer wrong' }, '192.0.2.1', env, 401],
    ['from elsewhere, without a token', {}, '192.0.2.1', env, 401],
    ['from elsewhere, with a token where none is set', bearer, '192.0.2.1', {}, 403],
    ['through a proxy', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', {}, 403],
    ['through a proxy that does not name the client', { via: '1.1 proxy' }, '127.0.0.1', {}, 403],
    ['through a proxy, with the token', { ...bearer, 'x-forwarded-proto': 'https' }, '127.0.0.1', env, 200],
  ])('%s', async (_, headers: Record<string, string>, remoteAddress, settings, status) => {
    const { app } = await serve({ env: settings });
    const answer = await app.inject({ url: '/metrics', headers, remoteAddress });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.includes('http_request_duration_seconds')).toBe(status === 200);
  });
});

describe('the health of the server', () => {
  it('is ready while the market has something to show', async () => {
    const { app, market } = await serve();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    market.setState('stale');
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    market.setState('starting');
    expect(await app.inject('/readyz')).toMatchObject({ statusCode: 503, body: '{"status":"unavailable"}' });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('is ready without its database as long as it has a market to show', async () => {
    const { app, database } = await serve();
    await database.destroy();
    expect(await app.inject('/readyz')).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' });
  });

  it('is measured by route, not by URL', async () => {
    const { app } = await serve();
    for (const id of ['a', 'b', 'c']) await app.inject(`/api/cryptocurrencies/${id}`);
    await app.inject('/api/nothing/at/all');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/cryptocurrencies/:id",status="404"} 3',
    );
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(body).not.toContain('nothing');
  });
});

describe('the contract as OpenAPI', () => {
  it('lists the calls with their parameters and answers', async () => {
    const { app } = await serve();
    const answer = await app.inject('/api/openapi.json');
    const document = answer.json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Altimeter', version: '1.2.3' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { bearer: [] }],
    });
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/global',
        '/api/cryptocurrencies',
        '/api/cryptocurrencies/{id}',
        '/api/cryptocurrencies/{id}/history',
        '/api/search',
        '/api/trending',
        '/api/status',
        '/api/stream',
        '/healthz',
        '/readyz',
      ]),
    );
    const list = document.paths['/api/cryptocurrencies'].get;
    expect(list.parameters).toContainEqual(
      expect.objectContaining({
        name: 'per_page',
        description: '100 if it is not given',
        schema: { type: 'integer', minimum: 1, maximum: 250 },
      }),
    );
    expect(list.responses['200'].content['application/json'].schema.items.properties).toHaveProperty(
      'current_price',
    );
  });

  it('is not sent again to a client that has it', async () => {
    const { app } = await serve();
    const { headers } = await app.inject('/api/openapi.json');
    const again = { url: '/api/openapi.json', headers: { 'if-none-match': String(headers.etag) } };
    expect((await app.inject(again)).statusCode).toBe(304);
  });

  it.each(['json', 'yaml'])('is encoded once for the page that shows it, as %s', async (format) => {
    const { app } = await serve();
    const url = `/api/docs/${format}`;
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'identity' } });
    expect(headers['content-type']).toContain(format);
    expect(body).toContain('/api/cryptocurrencies');
    const again = { url, headers: { 'if-none-match': String(headers.etag) } };
    expect((await app.inject(again)).statusCode).toBe(304);
  });

  it('is shown on a page that loads nothing from other hosts', async () => {
    const { app } = await serve();
    const page = await app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const [, script] = /src="([^"]+swagger-ui-bundle\.js)"/.exec(page.body) ?? [];
    const { pathname } = new URL(script ?? '', 'http://localhost/api/docs');
    expect((await app.inject(pathname)).statusCode).toBe(200);
    const missing = await app.inject('/api/docs/static/no-such-file.js');
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
  });
});
