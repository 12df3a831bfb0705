import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBucketRateLimiter } from '../../limits/bucket-rate-limiter.ts';
import { createLogger } from '../../log/logger.ts';
import { defaultCaps } from '../connections/connection-caps.ts';
import { createHttpApp } from '../http-app.ts';
import { runOwnRead } from '../requester.ts';
import { limitCalls, maxReadsPerMinute, maxWritesPerMinute } from './call-limits.ts';
import { createDrain } from './drain.ts';
import { defaultLoadLimits, LoadShedder, shedLoad } from './load-shedder.ts';

let app: FastifyInstance;
let now: number;

beforeEach(() => {
  now = 1_800_000_000_000;
  app = createHttpApp({ logger: createLogger('silent'), trustedProxies: 0, headers: {} });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

describe('The calls of a session', () => {
  const token = (name: string) => ({ authorization: `Bearer eyJ.${name}.${name.repeat(43).slice(0, 43)}` });

  beforeEach(() => {
    limitCalls(app, createBucketRateLimiter({ clock: { now: () => now }, maxSubjects: 100 }));
    app.get('/api/things', () => ({}));
    app.post('/api/things', () => ({}));
    app.get('/page', () => ({}));
  });

  const call = (method: 'GET' | 'POST', headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    app.inject({ method, url: '/api/things', headers, remoteAddress });

  it.each([
    ['GET', maxReadsPerMinute, 'POST'],
    ['POST', maxWritesPerMinute, 'GET'],
  ] as const)('are limited per minute, reads and writes separately: %s', async (method, count, other) => {
    for (let index = 0; index < count; index += 1)
      expect((await call(method, token('ada'))).statusCode).toBe(200);
    const refused = await call(method, token('ada'));
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(other, token('ada'))).statusCode).toBe(200);
    expect((await call(method, token('eve'))).statusCode).toBe(200);
    now += 66_000;
    expect((await call(method, token('ada'))).statusCode).toBe(200);
  });

  it('are limited by network too, at ten times the number, whatever the tokens', async () => {
    for (let index = 0; index < 10 * maxWritesPerMinute; index += 1)
      await call('POST', token(`forged-${index}-`), `192.0.2.${index % 250}`);
    expect((await call('POST', token('other'), '192.0.2.251')).statusCode).toBe(429);
    expect((await call('POST', token('other'), '192.0.3.1')).statusCode).toBe(200);
    expect((await call('GET', token('other'), '192.0.2.251')).statusCode).toBe(200);
    expect((await app.inject({ url: '/page', remoteAddress: '192.0.2.251' })).statusCode).toBe(200);
  });

  it('are limited however the address is written', async () => {
    for (let index = 0; index < maxReadsPerMinute; index += 1) await call('GET', token('ada'));
    for (const url of ['/%61pi/things', '/API/things', '/api/things/'])
      expect([
        url,
        (await app.inject({ url, headers: token('ada'), remoteAddress: '192.0.2.1' })).statusCode,
      ]).toEqual([url, 429]);
  });

  it('with an API key are not counted as those of a session', async () => {
    const headers = { authorization: `Bearer alt_${'k'.repeat(43)}` };
    for (let index = 0; index <= maxWritesPerMinute; index += 1)
      expect((await call('POST', headers)).statusCode).toBe(200);
  });
});

describe('A page shared by all visitors', () => {
  const readData = async () => (await runOwnRead(() => app.inject('/api/data'))).statusCode;
  const statuses = async () => [(await app.inject('/page')).body, (await app.inject('/api/data')).statusCode];

  it('gets its data although its first visitor has used up the calls', async () => {
    limitCalls(app, { take: async () => ({ isAllowed: false, retryAfterMs: 1000 }) });
    app.get('/api/data', () => ({}));
    app.get('/page', async () => String(await readData()));
    expect(await statuses()).toEqual(['200', 429]);
  });

  it('gets its data once it is admitted under load', async () => {
    shedLoad(app, {
      priorityOf: ({ url }) => (url === '/page' ? 'last' : 'ordinary'),
      limits: { ...defaultLoadLimits, maxOpen: 0 },
    });
    app.get('/api/data', () => ({}));
    app.get('/page', async () => String(await readData()));
    expect(await statuses()).toEqual(['200', 503]);
  });

  it('gets its data even if its own request is the last one that a network may have open', async () => {
    const caps = { ...defaultCaps, perNetwork: 1 };
    const behindProxy = createHttpApp({
      logger: createLogger('silent'),
      trustedProxies: 1,
      headers: {},
      caps,
    });
    behindProxy.get('/api/data', () => ({}));
    behindProxy.get('/page', async () =>
      String((await runOwnRead(() => behindProxy.inject('/api/data'))).statusCode),
    );
    expect((await behindProxy.inject('/page')).body).toBe('200');
    await behindProxy.close();
  });
});

describe('A request whose body is still arriving', () => {
  it('does not count as open, and keeps nobody else out', async () => {
    shedLoad(app, { priorityOf: () => 'ordinary', limits: { ...defaultLoadLimits, maxOpen: 1 } });
    app.post('/api/things', () => ({}));
    app.get('/api/things', () => ({}));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const sent = request(`${url}/api/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    sent.write('{');
    expect((await fetch(`${url}/api/things`)).status).toBe(200);
    sent.end('}');
    const [answer] = await once(sent, 'response');
    expect(answer.statusCode).toBe(200);
  });
});

describe('A server that runs late', () => {
  const limits = { ...defaultLoadLimits, minLateMs: 300, minRequests: 10 };
  const here = '192.0.2';

  /** The share of 100 requests admitted in each tick with such a delay. */
  function run(
    shedder: LoadShedder,
    delays: readonly number[],
    priority: 'ordinary' | 'last' | 'never',
    utilization = 1,
  ) {
    return delays.map((delay) => {
      let admitted = 0;
      for (let request = 0; request < 100; request += 1) admitted += shedder.admit(priority, here) ? 1 : 0;
      shedder.tick(delay, utilization, limits.tickMs);
      return admitted;
    });
  }
  const late = Array.from({ length: 20 }, () => limits.maxDelayMs + 1);

  it('sheds more and more ordinary requests, evenly, and accepts all again when it is on time', () => {
    const shedder = new LoadShedder(limits);
    expect(run(shedder, late.slice(0, 5), 'ordinary')).toEqual([100, 100, 100, 91, 80]);
    expect(run(shedder, late, 'ordinary').at(-1)).toBe(0);
    const recovered = run(
      shedder,
      Array.from({ length: 60 }, () => 0),
      'ordinary',
    );
    expect(recovered.at(-1)).toBe(100);
    expect(recovered[16]).toBeCloseTo(50, -1);
  });

  it('accepts requests again five times as fast if it is idle in between', () => {
    const shedder = new LoadShedder(limits);
    run(shedder, late, 'ordinary');
    expect(run(shedder, late.slice(0, 11).fill(0), 'ordinary', 0.5).at(-1)).toBe(100);
  });

  it('sheds just as soon if its event loop turns are longer than a tick', () => {
    const shedder = new LoadShedder(limits);
    for (let tick = 0; tick < 2; tick += 1) {
      for (let request = 0; request < 10; request += 1) shedder.admit('ordinary', here);
      shedder.tick(900, 1, 1000);
    }
    expect(run(shedder, [0], 'ordinary')[0]).toBeLessThan(50);
  });

  it('still answers cheap requests until it is very late, and health checks always', () => {
    const shedder = new LoadShedder(limits);
    expect(run(shedder, late, 'last')).toEqual(late.map(() => 100));
    const veryLate = late.map(() => limits.maxLastDelayMs + 1);
    expect(run(shedder, veryLate, 'last').at(-1)).toBe(0);
    expect(run(shedder, veryLate, 'never').at(-1)).toBe(100);
  });

  it('ignores a burst, and a delay that few requests can have caused', () => {
    const shedder = new LoadShedder(limits);
    expect(run(shedder, [300, 300, 0, 300, 300, 0], 'ordinary')).toEqual([100, 100, 100, 100, 100, 100]);
    for (const delay of late) {
      shedder.tick(delay, 1, limits.tickMs);
      expect(shedder.admit('ordinary', here)).toBe(true);
    }
  });

  it('sheds if requests pile up although it is never late, but not while they wait for others', () => {
    for (const [utilization, isShed] of [
      [1, true],
      [0.5, false],
    ] as const) {
      const shedder = new LoadShedder(limits);
      for (let open = 0; open <= limits.maxBacklog; open += 1) shedder.enter(here);
      let admitted = 0;
      for (let tick = 0; tick < 30; tick += 1) {
        for (let request = 0; request < 10; request += 1) admitted += shedder.admit('ordinary', here) ? 1 : 0;
        shedder.tick(0, utilization, limits.tickMs);
      }
      expect(admitted < 300).toBe(isShed);
    }
  });

  it('never exceeds the maximum of open ordinary requests', () => {
    const shedder = new LoadShedder({ ...limits, maxOpen: 2 });
    for (let open = 0; open < 2; open += 1) {
      expect(shedder.admit('ordinary', here)).toBe(true);
      shedder.enter(here);
    }
    expect(shedder.admit('ordinary', here)).toBe(false);
    expect(shedder.admit('last', here)).toBe(true);
    shedder.leave(here);
    expect(shedder.admit('ordinary', here)).toBe(true);
  });
});

describe('A stopping server', () => {
  it('keeps listening between the requests of clients whose connections it ends', async () => {
    const drain = createDrain(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drained = drain.begin();
    await vi.advanceTimersByTimeAsync(200);
    expect(app.server.listening).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await drained;
    expect(app.server.listening).toBe(false);
  });

  it('answers started requests, refuses new ones, and ends every connection with its response', async () => {
    const drain = createDrain(app);
    const { promise: work, resolve: finish } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    app.get('/slow', async () => {
      entered.resolve();
      await work;
      return { isDone: true };
    });
    app.get('/healthz', () => ({ status: 'ok' }));
    expect((await app.inject('/healthz')).headers.connection).toBe('keep-alive');
    const begun = app.inject('/slow').then((answer) => answer);
    await entered.promise;
    const drained = drain.begin();
    const refused = await app.inject('/slow');
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    expect(refused).toMatchObject({ statusCode: 503, headers: { connection: 'close' } });
    expect(refused.headers['retry-after']).toBeTruthy();
    expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    finish();
    expect(await begun).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    await Promise.all([drained, drain.isEmpty]);
  });

  it('provides data to a page that was started', async () => {
    const drain = createDrain(app);
    const { promise: work, resolve: proceed } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    app.get('/api/things', () => ({}));
    app.get('/page', async () => {
      entered.resolve();
      await work;
      const { statusCode } = await runOwnRead(() => app.inject('/api/things'));
      return { read: statusCode };
    });
    const page = app.inject('/page').then((answer) => answer.json());
    await entered.promise;
    const drained = drain.begin();
    expect((await app.inject('/api/things')).statusCode).toBe(503);
    proceed();
    expect(await page).toEqual({ read: 200 });
    await Promise.all([drained, drain.isEmpty]);
  });

  it('still serves while proxies notice that it is not ready, ending every connection', async () => {
    const drain = createDrain(app);
    const onRefuse = vi.fn();
    drain.onRefuse(onRefuse);
    app.get('/api/things', () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/things`);
      return [answer.status, answer.headers.get('connection')];
    };
    expect(drain.hasBegun()).toBe(false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drained = drain.begin(3000);
    expect(drain.hasBegun()).toBe(true);
    expect([await ask(), onRefuse.mock.calls.length]).toEqual([[200, 'close'], 0]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([await ask(), onRefuse.mock.calls.length]).toEqual([[503, 'close'], 1]);
    await vi.advanceTimersByTimeAsync(3000);
    await drained;
  });

  it('behind a proxy without health checks, refuses new connections first and serves open ones', async () => {
    const drain = createDrain(app);
    const onRefuse = vi.fn();
    drain.onRefuse(onRefuse);
    app.post('/api/things', () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const kept = connect(port, '127.0.0.1');
    let received = '';
    kept.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const ended = once(kept, 'close');
    const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
    kept.write(head);
    await vi.waitUntil(() => received.includes('{}'));
    received = '';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drained = drain.beginWithoutHealthChecks();
    const refused = Promise.withResolvers<void>();
    drain.onRefuse(refused.resolve);
    await refused.promise;
    await expect(fetch(`http://127.0.0.1:${port}/api/things`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    kept.write(head);
    await ended;
    expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all([drained, drain.isEmpty]);
    expect(onRefuse).toHaveBeenCalledOnce();
  });

  it('behind a proxy without health checks, refuses requests on open connections after a second', async () => {
    const drain = createDrain(app);
    app.get('/api/things', () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const idle = connect(port, '127.0.0.1');
    const ended = once(idle, 'close');
    await once(app.server, 'connection');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drained = drain.beginWithoutHealthChecks();
    const stopped = Promise.withResolvers<void>();
    drain.onRefuse(stopped.resolve);
    await stopped.promise;
    expect((await app.inject('/api/things')).statusCode).toBe(200);
    await vi.advanceTimersByTimeAsync(2000);
    await drained;
    expect((await app.inject('/api/things')).statusCode).toBe(503);
    idle.destroy();
    await Promise.all([ended, drain.isEmpty]);
  });

  it('reads the body of a request that it refuses, so that closing does not reset the connection', async () => {
    const drain = createDrain(app);
    app.post('/api/things', () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const ended = once(socket, 'close');
    const entered = Promise.withResolvers<void>();
    app.server.on('request', () => entered.resolve());
    const body = 'x'.repeat(50_000);
    await once(socket, 'connect');
    const drained = drain.begin();
    const head = ['POST /api/things HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    socket.write([...head, `Content-Length: ${body.length}`, '', body.slice(0, 10)].join('\r\n'));
    await entered.promise;
    // The server has decided, but sends nothing until the rest has arrived.
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toBe('');
    socket.write(body.slice(10));
    await ended;
    expect(received).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
    await drained;
  });
});
