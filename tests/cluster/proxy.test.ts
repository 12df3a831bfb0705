import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startProxy } from '../../scripts/cluster/proxy.mjs';

interface Backend {
  readonly address: string;
  readonly requests: string[];
  isReady: boolean;
  /** Stops it and its connections, like a kill. */
  kill(): Promise<void>;
}

async function startBackend(name: string, listener?: RequestListener): Promise<Backend> {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/readyz') {
      answer.writeHead(backend.isReady ? 200 : 503).end();
      return;
    }
    requests.push(`${incoming.method} ${incoming.url}`);
    if (listener) listener(incoming, answer);
    else answer.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const backend: Backend = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    isReady: true,
    async kill() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
  onTestFinished(backend.kill);
  return backend;
}

async function startBehind(backends: readonly Backend[], ready = backends.length) {
  const proxy = await startProxy({
    host: '127.0.0.1',
    port: 0,
    listAddresses: () => backends.map(({ address }) => address),
  });
  onTestFinished(proxy.close);
  await proxy.waitForReady(ready);
  return { url: `http://127.0.0.1:${proxy.port}`, port: proxy.port };
}

const ask = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

it('The proxy cycles through the ready servers', async () => {
  const backends = [await startBackend('one'), await startBackend('two'), await startBackend('three')];
  backends[1]!.isReady = false;
  const { url } = await startBehind(backends, 2);
  const texts: string[] = [];
  for (let count = 0; count < 6; count += 1) texts.push((await ask(url)).text);
  expect(new Set(texts)).toEqual(new Set(['one', 'three']));
  backends[1]!.isReady = true;
  await vi.waitUntil(async () => (await ask(url)).text === 'two', { timeout: 20_000 });
});

it('The proxy appends the client’s address to the forwarded header, and drops connection headers', async () => {
  const seen: NodeJS.Dict<string | string[]>[] = [];
  const backend = await startBackend('one', (incoming, answer) => {
    seen.push(incoming.headers);
    answer.setHeader('set-cookie', ['a=1', 'b=2']);
    answer.end('x');
  });
  const { url, port } = await startBehind([backend]);
  const sent = request(url, {
    headers: { 'x-forwarded-for': '192.0.2.1', connection: 'close, x-mine', 'x-mine': '1', te: 'trailers' },
  });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(seen[0]).toMatchObject({
    host: `127.0.0.1:${port}`,
    'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    'x-forwarded-proto': 'http',
  });
  expect(seen[0]).not.toHaveProperty('x-mine');
  expect(seen[0]).not.toHaveProperty('te');
});

it('The proxy passes on a body, and an answer with any status', async () => {
  const backend = await startBackend('one', (incoming, answer) => {
    answer.statusCode = 418;
    incoming.pipe(answer);
  });
  const { url } = await startBehind([backend]);
  const body = 'x'.repeat(300_000);
  expect(await ask(url, { method: 'POST', body })).toMatchObject({ status: 418, text: body });
});

it('The proxy passes on a stream without delay, and ends it with its client', async () => {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const { promise: isRead, resolve: readOn } = Promise.withResolvers<void>();
  const backend = await startBackend('one', async (incoming, answer) => {
    incoming.once('close', resolve);
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
    await isRead;
    answer.write('data: second\n\n');
  });
  const { port } = await startBehind([backend]);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await vi.waitUntil(() => text.includes('first'), { timeout: 20_000 });
  readOn();
  await vi.waitUntil(() => text.includes('second'), { timeout: 20_000 });
  socket.destroy();
  await isOver;
});

it('The proxy retries on another server if one dies before its answer, but only safe requests', async () => {
  const dying: Backend = await startBackend('dying', (incoming) => incoming.socket.destroy());
  const other = await startBackend('other');
  const { url } = await startBehind([dying, other]);
  const reads = [await ask(url), await ask(url), await ask(url), await ask(url)];
  expect(reads.map(({ text }) => text)).toEqual(['other', 'other', 'other', 'other']);
  expect(dying.requests.length).toBeGreaterThan(0);
  const writes = [
    await ask(url, { method: 'POST', body: '1' }),
    await ask(url, { method: 'POST', body: '2' }),
  ];
  expect(writes.map(({ status }) => status).toSorted()).toEqual([200, 502]);
  expect([...dying.requests, ...other.requests].filter((one) => one.startsWith('POST'))).toHaveLength(2);
});

it('The proxy sends a write to another server if the connection is refused', async () => {
  const [gone, other] = [await startBackend('gone'), await startBackend('other')];
  const { url } = await startBehind([gone, other]);
  await gone.kill();
  const writes = [];
  for (let count = 0; count < 4; count += 1) writes.push(await ask(url, { method: 'POST', body: 'x' }));
  expect(writes.map(({ text }) => text)).toEqual(['other', 'other', 'other', 'other']);
});

it('A truncated answer does not look complete', async () => {
  const backend = await startBackend('one', (_incoming, answer) => {
    answer.writeHead(200);
    answer.write('half', () => answer.socket?.destroy());
  });
  const { url } = await startBehind([backend]);
  await expect(ask(url)).rejects.toThrow();
});

it('Without a ready server the proxy says so, and when to retry', async () => {
  const { url } = await startBehind([]);
  const { status, text, headers } = await ask(url);
  expect([status, JSON.parse(text).code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
});
