import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { openEventClient } from '../../../tests/support/streams/event-client.ts';
import { AppError } from '../http/app-error.ts';
import { createEventStream, type EventStreamOptions } from './event-stream.ts';
import { parsePosition } from './stream-position.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(options: EventStreamOptions = {}) {
  const app = createBareApp({ 'x-content-type-options': 'nosniff' }, 1);
  const stream = createEventStream(options);
  const welcome = {
    now: () => [{ name: 'hello', data: 'you' }],
    all: () => [{ name: 'all', data: 'everything' }],
  };
  app.get('/events', (request, reply) => {
    const position = parsePosition(request.headers['last-event-id']?.toString());
    if (!stream.open(request, reply, { position, welcome }))
      throw new AppError('market_unavailable', 'full', { retryAfter: 30 });
  });
  app.addHook('preClose', async () => stream.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (headers: Record<string, string> = {}) => {
    const client = openEventClient(port, '/events', headers);
    closers.push(client.close);
    await client.until(/id: q\d+\n\n|"code"/);
    return client;
  };
  return { app, stream, open, port };
}

/** The events of a body, as `name data`, and the last id sent. */
function read(body: string) {
  const events = [...body.matchAll(/event: (.*)\ndata: "(.*)"\n\n/g)].map(
    ([, name, data]) => `${name} ${data}`,
  );
  return { events, lastId: [...body.matchAll(/id: (q\d+)\n/g)].at(-1)?.[1] ?? '' };
}

describe('createEventStream', () => {
  it('welcomes each client and then writes the same bytes to all', async () => {
    const { stream, open } = await serve();
    const clients = [await open(), await open()];
    for (const data of ['one', 'two\nlines']) stream.publish({ name: 'news', data });
    const bodies = await Promise.all(clients.map((client) => client.until('lines')));
    const [one = '', other = ''] = bodies;
    const withoutRetry = (body: string) => body.replace(/^retry: \d{4}\n\n/, '');
    expect(withoutRetry(one)).toBe(withoutRetry(other));
    expect(withoutRetry(one)).not.toBe(one);
    expect(read(bodies[0] ?? '').events).toEqual(['hello you', 'news one', 'news two\\nlines']);
  });

  it('sends a head that prevents caching and buffering', async () => {
    const { open } = await serve();
    const head = (await open({ Origin: 'https://other.example' })).head().toLowerCase();
    expect(head).toMatch(/^http\/1\.1 200 ok/);
    for (const line of [
      'content-type: text/event-stream',
      'no-store, no-transform',
      'x-content-type-options: nosniff',
    ])
      expect(head).toContain(line);
    expect(head).not.toMatch(/access-control|transfer-encoding|content-encoding/);
  });

  it('sends a returning client what it missed, in order and once', async () => {
    const { stream, open } = await serve();
    const first = await open();
    stream.publish({ name: 'news', data: 'one' });
    const { lastId } = read(await first.until('one'));
    first.close();
    stream.publish({ name: 'news', data: 'two' });
    stream.publish({ name: 'news', data: 'three' });
    const again = await open({ 'Last-Event-ID': lastId });
    stream.publish({ name: 'news', data: 'four' });
    expect(read(await again.until('four')).events).toEqual([
      'hello you',
      'news two',
      'news three',
      'news four',
    ]);
  });

  it('sends everything to a client that left before the first event', async () => {
    const { stream, open } = await serve();
    const first = await open();
    const { lastId } = read(first.body());
    first.close();
    stream.publish({ name: 'news', data: 'one' });
    const again = await open({ 'Last-Event-ID': lastId });
    expect(read(await again.until('one')).events).toEqual(['hello you', 'news one']);
  });

  it.each(['q1', 'nonsense'])('sends the whole state to a client with an unknown id (%s)', async (id) => {
    const { stream, open } = await serve();
    stream.publish({ name: 'news', data: 'one' });
    expect(read((await open({ 'Last-Event-ID': id })).body()).events).toEqual([
      'hello you',
      'all everything',
    ]);
  });

  it('drops only the client that does not read', async () => {
    const { stream, open } = await serve();
    const reader = await open();
    const sleeper = await open();
    sleeper.socket.pause();
    const data = 'x'.repeat(256 * 1024);
    // The system's buffers take some megabytes before the server notices that nobody reads.
    let sent = 0;
    for (; stream.clientCount === 2 && sent < 200; sent++) {
      stream.publish({ name: 'news', data: `${data} ${sent}.` });
      await reader.until(` ${sent}.`);
    }
    expect(sent).toBeLessThan(200);
    await vi.waitFor(() => expect(stream.clientCount).toBe(1));
    expect(reader.socket.destroyed).toBe(false);
  });

  it('sends missed events at the pace of the client, then continues', async () => {
    const { stream, open } = await serve();
    const first = await open();
    const { lastId } = read(first.body());
    first.close();
    await vi.waitFor(() => expect(stream.clientCount).toBe(0));
    const data = 'x'.repeat(100_000);
    for (let count = 1; count <= 40; count++) stream.publish({ name: 'news', data: `${data}${count}.` });
    const again = await open({ 'Last-Event-ID': lastId });
    again.socket.pause();
    stream.publish({ name: 'news', data: 'meanwhile' });
    again.socket.resume();
    const body = await again.until('meanwhile');
    stream.publish({ name: 'news', data: 'after' });
    expect(body.match(/\d+\."/g)).toEqual(Array.from({ length: 40 }, (_, index) => `${index + 1}."`));
    expect(read(await again.until('after')).events.at(-1)).toBe('news after');
    expect(stream.droppedCount).toBe(0);
  });

  it('drops a client that does not read what it missed, without buffering it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stream, open } = await serve({ heartbeatMs: 15_000 });
    const first = await open();
    const { lastId } = read(first.body());
    first.close();
    await vi.waitFor(() => expect(stream.clientCount).toBe(0));
    // More than the system's buffers take.
    const data = 'x'.repeat(1_000_000);
    for (let count = 1; count <= 15; count++) stream.publish({ name: 'news', data });
    const again = await open({ 'Last-Event-ID': lastId });
    again.socket.pause();
    await vi.waitFor(() => expect(stream.clientCount).toBe(1));
    vi.advanceTimersByTime(30_000);
    expect(stream.droppedCount).toBe(0);
    vi.advanceTimersByTime(15_000);
    expect(stream.droppedCount).toBe(1);
  });

  it('limits the clients of one network, and accepts the next when one leaves', async () => {
    const { stream, open } = await serve({ maxClientsPerNetwork: 2 });
    const openFrom = (address: string) => open({ 'X-Forwarded-For': address });
    const first = await openFrom('192.0.2.1');
    await openFrom('192.0.2.2');
    expect((await openFrom('192.0.2.1')).head()).toMatch(/^HTTP\/1.1 503.*retry-after: 30/is);
    expect((await openFrom('198.51.100.1')).head()).toMatch(/^HTTP\/1.1 200/);
    first.close();
    await vi.waitFor(() => expect(stream.clientCount).toBe(2));
    expect((await openFrom('192.0.2.1')).head()).toMatch(/^HTTP\/1.1 200/);
  });

  it('limits the total number of clients', async () => {
    const { open } = await serve({ maxClients: 1 });
    await open();
    expect((await open()).head()).toMatch(/^HTTP\/1.1 503/);
  });

  it('keeps idle connections open with a comment', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open } = await serve({ heartbeatMs: 15_000 });
    const client = await open();
    vi.advanceTimersByTime(15_000);
    expect(await client.until(':\n\n')).toMatch(/\n\n:\n\n$/);
  });

  it('lets the server close immediately, and ends every stream', async () => {
    const { app, stream, open } = await serve();
    const client = await open();
    await app.close();
    await client.closed;
    await vi.waitFor(() => expect(stream.clientCount).toBe(0));
  });
});
