import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobinProxy {
  readonly url: string;
  /** Sends requests to these servers in turn, while they are ready. */
  use(urls: readonly string[]): void;
  /** The servers that currently get requests. */
  listReady(): readonly string[];
  /** Requests without a complete answer. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

const probeEveryMs = 100;

/**
 * A proxy in front of several servers, such as an operator runs. It checks their readiness, keeps connections open, and
 * retries nothing.
 */
export async function startRoundRobinProxy(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  let upstreams: readonly string[] = [];
  const ready = new Set<string>();
  let turn = 0;

  async function probe(url: string): Promise<void> {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(url);
    else ready.delete(url);
  }

  function forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const able = upstreams.filter((url) => ready.has(url));
    const upstream = able[turn++ % able.length];
    const name = `${incoming.method} ${incoming.url}`;
    if (upstream === undefined) {
      failures.push(`${name}: no server is ready`);
      answer.writeHead(502).end();
      return;
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': '192.0.2.1' };
    const sent = request(upstream + incoming.url, { method: incoming.method, headers, agent }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
      received.on('aborted', () => answer.destroy());
    });
    sent.on('error', (error) => {
      if (incoming.destroyed || answer.destroyed) return;
      failures.push(`${name}: ${error.message}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    answer.on('close', () => sent.destroy());
    incoming.pipe(sent);
  }

  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    for (const url of upstreams) void probe(url);
  }, probeEveryMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(urls) {
      upstreams = urls;
      for (const url of [...ready]) if (!urls.includes(url)) ready.delete(url);
    },
    listReady: () => upstreams.filter((url) => ready.has(url)),
    failures,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
