import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { createLogger } from '../../log/logger.ts';
import { createHttpApp, type HttpAppOptions } from '../http-app.ts';
import { defaultCaps } from './connection-caps.ts';
import { defaultTimeouts } from './http-server.ts';
import { fitCaps, maxStreamsOf, readMaxOpenFiles } from './open-files.ts';
import { createReaderWatch, type WatchedSocket } from './reader-watch.ts';

const headers = { 'x-content-type-options': 'nosniff' };
const ask = 'GET /fast HTTP/1.1\r\nhost: a\r\n\r\n';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server with `/fast`, `/large` and `/slow`, which is answered when the test decides. */
async function serve(options: Partial<HttpAppOptions> = {}) {
  const app: FastifyInstance = createHttpApp({
    logger: createLogger('silent'),
    trustedProxies: 0,
    headers,
    ...options,
  });
  const held = new EventEmitter().setMaxListeners(0);
  let active = 0;
  let maxActive = 0;
  app.get('/fast', () => ({ isFast: true }));
  app.get('/large', () => Buffer.alloc(64 * 1024 * 1024));
  app.get('/slow', async () => {
    active += 1;
    maxActive = Math.max(maxActive, active);
    held.emit('entered', active);
    await once(held, 'release');
    active -= 1;
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return { app, held, maxActive: () => maxActive };
}

function connectTo(app: FastifyInstance, localAddress = '127.0.0.1') {
  const { port } = app.server.address() as AddressInfo;
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  ends.push(() => socket.destroy());
  return { socket, received: () => text, closed: once(socket, 'close') };
}

async function connectAndRequest(app: FastifyInstance, localAddress?: string) {
  const client = connectTo(app, localAddress);
  client.socket.write(ask);
  await once(client.socket, 'data');
  return client;
}

describe('A server with the maximum number of connections of a network', () => {
  const caps = { ...defaultCaps, perNetwork: 2, refusalMs: 1 };

  it('refuses the next, and accepts one again when one has left', async () => {
    const { app } = await serve({ caps: { ...caps, refusalMs: 60_000 } });
    const [first] = [await connectAndRequest(app), await connectAndRequest(app)];
    const third = await connectAndRequest(app);
    await third.closed;
    const [head = '', body = ''] = third.received().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: \d+$/m);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(errorBodySchema.parse(JSON.parse(body)).code).toBe('unavailable');
    expect((await connectAndRequest(app, '127.0.1.1')).received()).toMatch(/^HTTP\/1\.1 200 /);
    const left = once(app.server, 'connection');
    first.socket.destroy();
    await first.closed;
    await expect.poll(async () => (await connectAndRequest(app)).received().split(' ')[1]).toBe('200');
    await left;
  });

  it('also refuses connections that send nothing', async () => {
    const { app } = await serve({ caps });
    await connectAndRequest(app);
    await connectAndRequest(app);
    const silent = connectTo(app);
    await silent.closed;
    expect(silent.received()).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('closes connections beyond those it can refuse', async () => {
    const { app } = await serve({ caps: { ...caps, total: 0, maxRefusals: 0 } });
    const client = connectTo(app);
    await client.closed;
    expect(client.received()).toBe('');
  });

  it('also limits connections in total', async () => {
    const { app, held } = await serve({ caps: { ...caps, total: 1 } });
    connectTo(app).socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(held, 'entered');
    expect((await connectAndRequest(app, '127.0.1.1')).received()).toMatch(/^HTTP\/1\.1 503 /);
    held.emit('release');
  });

  it('closes idle connections of the largest network for others, the oldest first, but no busy ones', async () => {
    const { app, held } = await serve({ caps: { ...caps, total: 4, perNetwork: 3 } });
    const busy = connectTo(app);
    busy.socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(held, 'entered');
    const other = await connectAndRequest(app, '127.0.1.1');
    const first = await connectAndRequest(app);
    // Without a request, and in the middle of one, they are idle too.
    const second = connectTo(app);
    const accepted = once(app.server, 'connection');
    second.socket.write('GET / HTTP/1.1\r\nx-slow: ');
    await accepted;
    expect((await connectAndRequest(app, '127.0.2.1')).received()).toMatch(/^HTTP\/1\.1 200 /);
    await first.closed;
    expect((await connectAndRequest(app, '127.0.3.1')).received()).toMatch(/^HTTP\/1\.1 200 /);
    await second.closed;
    other.socket.write(ask);
    held.emit('release');
    await expect.poll(() => busy.received()).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => other.received().split('HTTP/1.1 200 ').length - 1).toBe(2);
  });

  it('closes none for a network that has as many as it may have', async () => {
    const { app } = await serve({ caps: { ...caps, total: 3 } });
    const other = await connectAndRequest(app, '127.0.1.1');
    await connectAndRequest(app);
    await connectAndRequest(app);
    expect((await connectAndRequest(app)).received()).toMatch(/^HTTP\/1\.1 503 /);
    other.socket.write(ask);
    await expect.poll(() => other.received().split('HTTP/1.1 200 ').length - 1).toBe(2);
  });

  it('also counts its requests, of which a connection can have several', async () => {
    const { app, held, maxActive } = await serve({ caps });
    const busy = connectTo(app);
    busy.socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2));
    await expect.poll(maxActive).toBe(2);
    const refused = await connectAndRequest(app);
    expect(refused.received()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+.*"unavailable"/s);
    expect((await connectAndRequest(app, '127.0.1.1')).received()).toMatch(/^HTTP\/1\.1 200 /);
    held.emit('release');
    await expect.poll(() => busy.received().split('HTTP/1.1 200 ').length - 1).toBe(2);
    refused.socket.write(ask);
    await expect.poll(() => refused.received()).toContain('"isFast":true');
  });

  it('counts the requests of a network instead if they come through a trusted proxy', async () => {
    const { app, held } = await serve({ caps, trustedProxies: 1 });
    const idle = [await connectAndRequest(app), await connectAndRequest(app), await connectAndRequest(app)];
    for (const { received } of idle) expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    const requestFrom = (path: string, address: string) =>
      `GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`;
    for (const { socket } of idle.slice(0, 2)) {
      socket.write(requestFrom('/slow', '192.0.2.1'));
      await once(held, 'entered');
    }
    const other = connectTo(app);
    other.socket.write(requestFrom('/fast', '192.0.2.77'));
    await once(other.socket, 'data');
    expect(other.received()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+.*"unavailable"/s);
    other.socket.write(requestFrom('/fast', '198.51.100.1'));
    await expect.poll(() => other.received()).toContain('"isFast":true');
    held.emit('release');
  });
});

it('The caps and timeouts are within the specified ranges', () => {
  expect(defaultCaps.total).toBeGreaterThanOrEqual(10_000);
  expect(defaultCaps.perNetwork).toBeGreaterThanOrEqual(500);
  expect(defaultCaps.perNetwork).toBeLessThanOrEqual(2000);
  const { reader, readerCheck, headers: head, request, check } = defaultTimeouts;
  expect(reader + 2 * readerCheck).toBeLessThan(30_000);
  expect(Math.max(head, request) + check).toBeLessThanOrEqual(15_000);
});

it('The caps leave the process some of the files it may have open', () => {
  expect(readMaxOpenFiles()).toBeGreaterThan(0);
  expect(readMaxOpenFiles('/no/such/file')).toBe(Number.POSITIVE_INFINITY);
  expect(fitCaps(defaultCaps, Number.POSITIVE_INFINITY)).toEqual(defaultCaps);
  expect(fitCaps(defaultCaps, 20_000)).toEqual(defaultCaps);
  expect(maxStreamsOf(defaultCaps)).toBe(10_000);
  for (const files of [300, 1024, 4096, 10_000]) {
    const { total, maxRefusals, perNetwork } = fitCaps(defaultCaps, files);
    expect(total).toBeGreaterThan(0);
    expect(maxStreamsOf({ ...defaultCaps, total })).toBeLessThan(total);
    expect(files - total - maxRefusals).toBeGreaterThanOrEqual(200);
    expect(perNetwork).toBeLessThan((files - total - maxRefusals) / 1.9);
  }
});

describe('A client that pipelines', () => {
  it('has 16 requests processed at a time, and all of 32 answered in order', async () => {
    const { app, held, maxActive } = await serve();
    const { socket, received } = connectTo(app);
    const entered = once(held, 'entered');
    socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(32));
    await entered;
    await expect
      .poll(() => {
        held.emit('release');
        return received().split('HTTP/1.1 200 ').length - 1;
      })
      .toBe(32);
    expect(maxActive()).toBe(16);
  });

  it('is disconnected when it sends many more without reading', async () => {
    const { app } = await serve();
    const { socket, closed } = connectTo(app);
    socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(200));
    await closed;
    expect((await connectAndRequest(app)).received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('A reader', () => {
  /** A socket as the watch sees it: bytes fully written, and bytes still queued. */
  class FakeSocket extends EventEmitter {
    bytesWritten = 0;
    writableLength = 0;
    destroyed = false;
    _handle = { writeQueueSize: 0 };
    destroy() {
      this.destroyed = true;
    }
  }

  function watch() {
    let now = 0;
    const clock = { now: () => now };
    const readers = createReaderWatch({ clock, maxStallMs: 24_000, maxSlowBytes: 1000 });
    const add = (remoteAddress = '203.0.113.1') => {
      const added = Object.assign(new FakeSocket(), { remoteAddress });
      readers.add(added as unknown as WatchedSocket);
      return added;
    };
    const socket = add();
    const addResponse = (to: FakeSocket, writableLength: number) => {
      const response = Object.assign(new EventEmitter(), { writableLength });
      readers.addResponse(to as unknown as WatchedSocket, response);
      return response;
    };
    const pass = (ms: number) => {
      for (const end = now + ms; now < end; ) {
        now += 2000;
        readers.check();
      }
    };
    return { socket, pass, add, addResponse };
  }

  it('that takes nothing is disconnected within 30 seconds, whatever is written in between', () => {
    const { socket, pass } = watch();
    for (let heartbeat = 0; heartbeat < 13; heartbeat += 1) {
      expect(socket.destroyed).toBe(false);
      socket.bytesWritten += 3;
      socket.writableLength += 3;
      pass(2000);
    }
    expect(socket.destroyed).toBe(true);
  });

  it('that takes something, however slowly, is not disconnected', () => {
    const { socket, pass } = watch();
    Object.assign(socket, { bytesWritten: 1000, writableLength: 1000 });
    for (let left = 1000; left > 990; left -= 1) {
      socket._handle.writeQueueSize = left;
      pass(20_000);
    }
    socket.writableLength = 400;
    pass(20_000);
    expect(socket.destroyed).toBe(false);
    pass(30_000);
    expect(socket.destroyed).toBe(true);
  });

  it('among many slow ones is disconnected if they keep too much in memory, the longest-waiting first', () => {
    const { pass, add, addResponse } = watch();
    const take = (all: FakeSocket[], ms: number) => {
      for (let passed = 0; passed < ms; passed += 10_000) {
        for (const one of all) one.bytesWritten += 1;
        pass(10_000);
      }
    };
    const [first, second, third] = ['203.0.113.1', '203.0.113.2', '198.51.100.1'].map(add);
    const all = [first!, second!, third!];
    first!.writableLength = 400;
    take(all, 10_000);
    second!.writableLength = 400;
    third!.writableLength = 900;
    take(all, 60_000);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    // Responses that wait behind the one being sent count too, until they are over.
    const behind = addResponse(second!, 500);
    addResponse(second!, 300).emit('close');
    addResponse(second!, 200);
    take(all, 10_000);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    behind.emit('close');
  });

  it('with nothing to take may stay idle', () => {
    const { socket, pass } = watch();
    pass(600_000);
    expect(socket.destroyed).toBe(false);
  });

  it('that stops within a large response is disconnected', async () => {
    let now = 0;
    const timeouts = { ...defaultTimeouts, readerCheck: 1 };
    const { app } = await serve({ timeouts, clock: { now: () => (now += 1000) } });
    const accepted = once(app.server, 'connection');
    const { socket } = connectTo(app);
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    const [served] = (await accepted) as [Socket];
    await once(served, 'close');
    expect(served.bytesWritten).toBeGreaterThan(0);
  });
});
