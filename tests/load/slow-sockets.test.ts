import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

const count = 2000;
const maxWaitMs = 45_000;

/** What slow clients send before they stop sending, or stop reading. */
const beginnings = [
  'GET /api/status HTTP/1.1\r\nhost: a\r\nx-slow: ',
  'POST /api/auth/signup HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  'GET /api/cryptocurrencies?per_page=250 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50),
  '',
];

describe(`${count} slow sockets`, () => {
  let server: ChildServer;
  let port: number;
  beforeAll(async () => {
    server = await startAppServer({ MARKET_PROVIDER: 'simulated', LOAD_SHEDDING: 'on' });
    port = Number(new URL(server.url).port);
  });
  afterAll(() => server.kill());

  /** The status that a visitor from another network gets. */
  function visit(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', localAddress: '127.9.9.1', path, agent: false });
      sent.on('response', (answer) => resolve(answer.resume().statusCode));
      sent.on('error', reject).end();
    });
  }

  async function dial(index: number): Promise<Socket> {
    // Eight networks with 250 sockets each.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.1.${index % 8}.1` });
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    socket.write(beginnings[index % beginnings.length]!);
    return socket;
  }

  it('keep nobody else from the site, and are closed in time if idle', async () => {
    const sockets = await Promise.all(Array.from({ length: count }, (_, index) => dial(index)));
    for (const path of ['/healthz', '/api/status', '/api/cryptocurrencies', '/robots.txt'])
      expect(await visit(path), path).toBe(200);
    // A paused socket does not notice its end until it reads.
    const slow = sockets.filter((_, index) => index % beginnings.length < 3);
    await expect
      .poll(
        async () => {
          const metrics = await (await fetch(`${server.url}/metrics`)).text();
          return Number(/^http_connections (\d+)$/m.exec(metrics)?.[1]);
        },
        { timeout: maxWaitMs, interval: 1000 },
      )
      .toBeLessThan(count - slow.length + 20);
    for (const socket of sockets) socket.destroy();
    expect(await visit('/api/status')).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
