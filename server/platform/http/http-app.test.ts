import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { createLogger } from '../log/logger.ts';
import { AppError } from './app-error.ts';
import { defaultTimeouts, type HttpTimeouts } from './connections/http-server.ts';
import { createHttpApp } from './http-app.ts';
import { warnOfProxy } from './proxy-warning.ts';

const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'self'" };
const quick: HttpTimeouts = { ...defaultTimeouts, headers: 100, request: 150, keepAlive: 1000, check: 25 };

let logged: string[];
let app: FastifyInstance;

function createApp(trustedProxies = 0): FastifyInstance {
  const logger = createLogger('debug', { write: (line) => logged.push(line) });
  const created = createHttpApp({ logger, trustedProxies, headers, timeouts: quick });
  const routes = created.withTypeProvider<ZodTypeProvider>();
  const orderBody = z.strictObject({ coin: z.object({ amount: z.string('Amount is required') }) });
  routes.post('/api/orders', { schema: { body: orderBody } }, (request) => request.body);
  const lists = z.object({ list: z.array(z.string()) });
  routes.post(
    '/api/lists',
    { bodyLimit: 4 * 1024 * 1024, schema: { body: lists } },
    (request) => request.body.list.length,
  );
  const listQuery = z.object({ page: z.coerce.number('Must be a number').min(1) });
  routes.get('/api/list', { schema: { querystring: listQuery } }, (request) => request.query);
  routes.get('/api/coins/:id', (request) => request.params as object);
  routes.delete('/api/coins/:id', (request) => request.params as object);
  routes.post('/api/refresh', () => ({ isRefreshed: true }));
  routes.get('/api/ip', (request) => ({ ip: request.ip }));
  routes.get('/api/fault', () => {
    throw new Error('select secret from /srv/altimeter/users failed in kysely');
  });
  routes.get('/api/wrong', { schema: { response: { 200: z.object({ n: z.number() }) } } }, () => ({
    n: Number.NaN,
  }));
  routes.get('/api/strange', () => {
    throw new AppError('invalid_request', 'This is strange.');
  });
  routes.get('/api/limited', () => {
    throw new AppError('rate_limited', 'Slow down.', { retryAfter: 1.2 });
  });
  created.setNotFoundHandler((request) => ({ page: request.url }));
  return created;
}

beforeEach(() => {
  logged = [];
  app = createApp();
});
afterEach(() => app.close());

async function refusalOf(request: InjectOptions) {
  const answer = await app.inject(request);
  expect(answer.headers).toMatchObject(headers);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = errorBodySchema.strict().parse(answer.json());
  if (answer.statusCode === 400) expect(body.issues?.length).toBeGreaterThan(0);
  return { status: answer.statusCode, answer, ...body };
}

it.each([
  ['POST', '/api/refresh', { isRefreshed: true }],
  ['DELETE', '/api/coins/bitcoin', { id: 'bitcoin' }],
] as const)('a content type without a body is accepted: %s %s', async (method, url, answer) => {
  for (const headers of [{}, { 'content-length': '0' }]) {
    const request = { method, url, headers: { 'content-type': 'application/json', ...headers } };
    expect((await app.inject(request)).json()).toEqual(answer);
  }
});

describe('a refused request', () => {
  const json = { 'content-type': 'application/json' };
  const xml = { 'content-type': 'text/xml' };

  it.each<[string, InjectOptions, number, string]>([
    ['an unknown address', { url: '/api/nothing' }, 404, 'not_found'],
    ['an unknown page, posted to', { url: '/nothing', method: 'POST' }, 404, 'not_found'],
    ['the folder itself', { url: '/api' }, 404, 'not_found'],
    ['a method that the address does not have', { url: '/api/list', method: 'DELETE' }, 404, 'not_found'],
    ['an unusual method', { url: '/api/nothing', method: 'PROPFIND' }, 404, 'not_found'],
    ['an unknown address in capitals', { url: '/API/Nothing', method: 'POST' }, 404, 'not_found'],
    ['a broken percent sign', { url: '/api/coins/%zz' }, 400, 'invalid_request'],
    ['a very long name', { url: `/api/coins/${'x'.repeat(1000)}` }, 404, 'not_found'],
    [
      'a body that is not JSON',
      { url: '/api/orders', method: 'POST', payload: '{"coin"' },
      400,
      'invalid_request',
    ],
    ['an empty body', { url: '/api/orders', method: 'POST', payload: '' }, 400, 'invalid_request'],
    [
      'a body beyond 64 KiB',
      { url: '/api/orders', method: 'POST', payload: `"${'x'.repeat(65_536)}"` },
      413,
      'too_large',
    ],
  ])('has the one shape of error body: %s', async (_, request, status, code) => {
    expect(await refusalOf({ ...request, headers: json })).toMatchObject({ status, code });
  });

  it.each(['text/xml', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])(
    'with a body other than JSON is unsupported: %s',
    async (type) => {
      const request = { url: '/api/orders', payload: '{}', headers: { 'content-type': type } };
      expect(await refusalOf({ ...request, method: 'POST' })).toMatchObject({
        status: 415,
        code: 'unsupported_type',
      });
    },
  );

  it('is not found before its body is read', async () => {
    const request = { url: '/api/nothing', payload: 'x'.repeat(100_000), headers: xml };
    expect(await refusalOf({ ...request, method: 'POST' })).toMatchObject({ status: 404 });
  });

  it.each<[string, InjectOptions]>([
    ['a broken percent sign', { url: '/api/coins/%zz' }],
    ['a body that is not JSON', { url: '/api/orders', method: 'POST', payload: '{"coin"', headers: json }],
    [
      'a body that sets a prototype',
      { url: '/api/orders', method: 'POST', payload: '{"__proto__":1}', headers: json },
    ],
    [
      'a wrong length',
      { url: '/api/orders', method: 'POST', payload: '{}', headers: { ...json, 'content-length': '5' } },
    ],
    ['an error of the route that names no field', { url: '/api/strange' }],
  ])('that cannot be read has one issue, which names no field: %s', async (_, request) => {
    const { status, message, issues } = await refusalOf(request);
    expect({ status, issues }).toEqual({ status: 400, issues: [{ path: '', message }] });
  });

  it('with an empty body has one issue, which names no field', async () => {
    const request = { url: '/api/orders', method: 'POST', payload: '', headers: json } as const;
    expect(await refusalOf(request)).toMatchObject({ status: 400, issues: [{ path: '' }] });
  });

  it('names an invalid field of a query', async () => {
    const { status, code, message, issues } = await refusalOf({ url: '/api/list?page=x' });
    expect({ status, code, message }).toEqual({
      status: 400,
      code: 'invalid_request',
      message: 'page: Must be a number',
    });
    expect(issues).toEqual([{ path: 'page', message: 'Must be a number' }]);
  });

  it('names every invalid field of a body', async () => {
    const { message, issues } = await refusalOf({
      url: '/api/orders',
      method: 'POST',
      payload: { coin: {}, more: 1 },
    });
    expect(message).toBe('Amount is required');
    expect(issues).toContainEqual({ path: 'coin.amount', message: 'Amount is required' });
    expect(issues).toHaveLength(2);
  });

  it('lists at most a hundred issues', async () => {
    const { issues } = await refusalOf({
      method: 'POST',
      url: '/api/lists',
      payload: { list: Array(1000).fill(0) },
    });
    expect(issues).toHaveLength(100);
  });

  it('is not read if it has far more values than ordinary text of its length', async () => {
    const payload = `{"list":[${'{},'.repeat(100_000)}{}]}`;
    const request = { url: '/api/lists', payload, headers: { 'content-type': 'application/json' } };
    expect(await refusalOf({ ...request, method: 'POST' })).toMatchObject({
      status: 400,
      message: 'The request could not be read.',
    });
  });

  it('is not read if it has more values than any call needs, however long they are', async () => {
    const values = Array.from({ length: 80_001 }, (_, index) => `"a field with a long name ${index}":1`);
    const request = { url: '/api/lists', headers: { 'content-type': 'application/json' } };
    expect(await refusalOf({ ...request, method: 'POST', payload: `{${values}}` })).toMatchObject({
      status: 400,
      message: 'The request could not be read.',
    });
  });

  it('gets a short message however many of its fields are unknown', async () => {
    const fields = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, 1]));
    const payload = { coin: { amount: '1' }, ...fields };
    const { status, message } = await refusalOf({ method: 'POST', url: '/api/orders', payload });

    expect([status, message?.length]).toEqual([400, 301]);
  });

  it('states how long to wait, in whole seconds', async () => {
    const { status, answer } = await refusalOf({ url: '/api/limited' });
    expect(status).toBe(429);
    expect(answer.headers['retry-after']).toBe('2');
  });
});

describe('a fault of the server', () => {
  it.each(['/api/fault', '/api/wrong'])(
    'reveals only the request id, which the log has too: %s',
    async (url) => {
      const { status, code, requestId, answer } = await refusalOf({ url });
      expect({ status, code }).toEqual({ status: 500, code: 'internal' });
      expect(answer.body).not.toMatch(/select|srv|kysely|zod|schema|at /i);
      const line = logged.map((text) => JSON.parse(text)).find(({ level }) => level === 50);
      expect(line).toMatchObject({ reqId: requestId });
      expect(line.err.stack).toBeTruthy();
    },
  );

  it('has a new id each time', async () => {
    const first = await refusalOf({ url: '/api/fault' });
    const second = await refusalOf({ url: '/api/fault' });
    expect(first.requestId).not.toBe(second.requestId);
  });
});

describe('an address', () => {
  it('is matched in any case, and keeps the case of its parameters', async () => {
    expect((await app.inject('/API/Coins/BitCoin')).json()).toEqual({ id: 'BitCoin' });
    expect((await app.inject('/api/coins/bitcoin/')).json()).toEqual({ id: 'bitcoin' });
  });

  it('without a route is passed to the pages', async () => {
    for (const url of ['/nothing', '/apish', '/'])
      expect((await app.inject(url)).json()).toEqual({ page: url });
    expect((await app.inject({ url: '/nothing', method: 'HEAD' })).statusCode).toBe(200);
  });

  it('answers HEAD like GET without the body', async () => {
    const answer = await app.inject({ url: '/api/coins/bitcoin', method: 'HEAD' });
    expect(answer).toMatchObject({ statusCode: 200, body: '' });
    expect(answer.headers).toMatchObject({ ...headers, 'content-length': '16' });
  });

  it('may have a parameter of 120 characters, percent-encoded', async () => {
    const id = 'é'.repeat(60);
    expect((await app.inject(`/api/coins/${encodeURIComponent(id)}`)).json()).toEqual({ id });
  });
});

describe("the client's address", () => {
  const forwarded = { url: '/api/ip', headers: { 'x-forwarded-for': '9.9.9.9, 8.8.8.8' } };

  it.each([
    [0, '127.0.0.1'],
    [1, '8.8.8.8'],
    [2, '9.9.9.9'],
  ])('is the one reported by %i trusted proxies', async (proxies, ip) => {
    await app.close();
    app = createApp(proxies);
    expect((await app.inject(forwarded)).json()).toEqual({ ip });
  });
});

describe('a proxy in front', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('is warned about once if it is not trusted: %i trusted, %i warnings', async (proxies, warnings) => {
    await app.close();
    app = createApp(proxies);
    warnOfProxy(app, proxies);
    const lines = () => logged.filter((line) => line.includes('TRUST_PROXY'));
    await app.inject('/api/ip');
    expect(lines()).toEqual([]);
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])
      await app.inject({ url: '/api/ip', headers: { [name]: '192.0.2.1' } });
    expect(lines().map((line) => JSON.parse(line).level)).toEqual(Array.from({ length: warnings }, () => 40));
  });
});

describe('the log', () => {
  it('contains nothing that a visitor sent, at any level', async () => {
    logged = [];
    const logger = createLogger('trace', { write: (line) => logged.push(line) });
    const site = createHttpApp({ logger, trustedProxies: 0, headers, timeouts: quick });
    site.post('/api/notes/:id', (request) => {
      throw Object.assign(new Error('could not be written'), { query: 'insert', parameters: [request.body] });
    });
    site.setNotFoundHandler(() => ({}));
    const secrets = {
      cookie: 'session=c00kie-secret',
      authorization: 'Bearer t0ken-secret',
      referer: 'https://altimeter.example/signin/verify#l1nk-secret',
      'user-agent': 'agent-secret',
    };
    const sent = { headers: secrets, method: 'POST', payload: { note: 'd1ary-secret' } } as const;
    await site.inject({ ...sent, url: '/api/notes/p4th-secret?q=qu3ry-secret' });
    await site.inject({ ...sent, url: '/api/notes/p4th-secret', payload: 'br0ken-secret' });
    await site.inject({ ...sent, method: 'GET', url: '/p4ge-secret?ada@example.com' });
    await site.inject({ ...sent, url: '/api/%zz-secret' });
    await site.close();
    expect(logged.map((line) => JSON.parse(line).msg)).toEqual(
      expect.arrayContaining(['a request failed', 'answered']),
    );
    expect(logged.join('')).toContain('/api/notes/:id');
    expect(logged.join('')).not.toMatch(/secret|ada@/);
  });

  it('contains no credentials', async () => {
    const secret = 'Bearer hunter2';
    app.get('/api/log', (request) => {
      request.log.info({ headers: request.headers }, 'seen');
      request.log.info({ request: { headers: request.headers } }, 'seen');
      return {};
    });
    await app.inject({ url: '/api/log', headers: { authorization: secret, cookie: `session=${secret}` } });
    expect(logged.join('')).toContain('[hidden]');
    expect(logged.join('')).not.toContain('hunter2');
  });
});

describe('a connection', () => {
  async function open() {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    // Writing while the other side hangs up causes an error, which the test ignores.
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await once(socket, 'connect');
    return { socket, received: () => text, closed };
  }

  const beginnings = [
    ['headers', 'GET /api/ip HTTP/1.1\r\nhost: a\r\nx-slow: '],
    [
      'body',
      'POST /api/orders HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    ],
  ] as const;

  it.each(beginnings)('whose %s do not arrive in time gets an error and is closed', async (_, beginning) => {
    const { socket, received, closed } = await open();
    socket.write(beginning);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(received()).toContain('"code":"invalid_request"');
  });

  it.each(beginnings)('whose %s arrive too slowly is closed', async (_, beginning) => {
    const { socket, closed } = await open();
    socket.write(beginning);
    const trickle = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(trickle);
  });

  it('that does not speak HTTP gets an error with all the headers and is closed', async () => {
    const { socket, received, closed } = await open();
    socket.write('hello\r\n\r\n');
    await closed;
    const [head = '', body = ''] = received().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(headers)) expect(head).toContain(`${name}: ${value}`);
    const { code, message, issues } = errorBodySchema.parse(JSON.parse(body));
    expect({ code, issues }).toEqual({ code: 'invalid_request', issues: [{ path: '', message }] });
  });

  it.each([
    ['without a host', 'GET /api/ip HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    [
      'with an unknown expectation',
      'GET /api/ip HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n',
      200,
    ],
    ['with headers beyond 16 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['with two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['of another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['without an address', 'GET HTTP/1.1\r\nhost: a\r\n\r\n', 400],
  ])('%s is answered with all the headers', async (_, request, status) => {
    const { socket, received, closed } = await open();
    socket.write(request);
    await closed;
    const [head = '', body = ''] = received().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(headers)) expect(head).toContain(`${name}: ${value}`);
    if (status === 400) expect(errorBodySchema.parse(JSON.parse(body)).issues).toHaveLength(1);
  });
});
