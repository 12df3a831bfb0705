import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { createHttpApp } from '../http-app.ts';
import { holdSlots } from '../load/turns.ts';
import { defaultTimeouts } from './http-server.ts';
import type { BodyPace } from './slow-body.ts';

/** Other bodies have 100 ms. */
const timeouts = { ...defaultTimeouts, headers: 100, request: 100, check: 20 };
const pace: BodyPace = { minBytesPerSecond: 1000, windowMs: 150, maxMs: 60_000 };

let app: FastifyInstance;
let now: number;
let makeWay: () => boolean;
let entered: PromiseWithResolvers<void>;
const left: string[] = [];

function serve(bodies: BodyPace | undefined): Promise<string> {
  holdSlots(
    app,
    () => 'ada',
    {
      enter: async (_name, _signal, makes) => {
        makeWay = makes!;
        await entered.promise;
        return () => left.push('left');
      },
    },
    { ...(bodies && { bodies }), clock: { now: () => now } },
  );
  app.post('/files', { bodyLimit: 1_000_000 }, (request) => ({ size: (request.body as string[]).length }));
  return app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => {
  now = 1_800_000_000_000;
  left.length = 0;
  entered = Promise.withResolvers();
  entered.resolve();
  app = createHttpApp({
    logger: createLogger('silent'),
    trustedProxies: 0,
    headers: { 'x-own': 'yes' },
    timeouts,
  });
});
afterEach(() => app.close());

/**
 * Sends a file: a piece of `size` bytes each time the clock passes 20 ms. `isWhole` false: more never follows, because a
 * client that is still writing may not be able to read the answer.
 */
async function send(pieces: number, size: number, isWhole = true) {
  const socket: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const piece = `"${'x'.repeat(size - 3)}",`;
  const length = 1 + pieces * size + 3;
  socket.write(
    `POST /files HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n[`,
  );
  let sent = 0;
  const timer = setInterval(() => {
    now += 20;
    if (sent < pieces) socket.write(piece);
    else if (sent === pieces && isWhole) socket.write('""]');
    sent += 1;
  }, 20);
  void closed.then(() => clearInterval(timer));
  return { closed, received: () => text };
}

describe('A file that arrives slowly', () => {
  it('may take longer than other bodies while it keeps arriving', async () => {
    await serve(pace);
    const { closed, received } = await send(25, 100);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received()).toContain('{"size":26}');
  });

  it('is refused with a reason if less arrives than must, and frees its place', async () => {
    await serve(pace);
    const { closed, received } = await send(4, 4, false);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(received()).toContain('x-own: yes');
    expect(received()).toContain('The file arrived too slowly, at less than 1 kB a second.');
    await expect.poll(() => left).toEqual(['left']);
  });

  it('is refused if it takes too long, however much arrives', async () => {
    await serve({ ...pace, maxMs: 300 });
    const { closed, received } = await send(16, 100, false);
    await closed;
    expect(received()).toContain('minutes to arrive');
  });

  it('makes way for others until it has arrived', async () => {
    await serve({ ...pace, windowMs: 60_000 });
    const { closed, received } = await send(2, 100, false);
    await expect.poll(() => makeWay?.()).toBe(true);
    expect(makeWay()).toBe(false);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 503 /);
    expect(received()).toContain('retry-after: 5');
    await expect.poll(() => left).toEqual(['left']);
  });

  it('has its time from when it is read, after others', async () => {
    entered = Promise.withResolvers();
    await serve(pace);
    const { closed, received } = await send(3, 100);
    await expect.poll(() => now - 1_800_000_000_000).toBeGreaterThan(400);
    entered.resolve();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('has the time of other bodies where nothing else is said', async () => {
    await serve(undefined);
    const { closed, received } = await send(25, 100);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(received()).toContain('The request took too long to arrive.');
  });
});
