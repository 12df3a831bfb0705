import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { CompactRequest } from './compact-request.ts';
import { type ConnectionCaps, ConnectionGuard } from './connection-caps.ts';
import { limitPipelining } from './pipelining.ts';
import { createReaderWatch } from './reader-watch.ts';

/** How long a client may take: a slowly arriving request must not occupy a connection. */
export interface HttpTimeouts {
  readonly headers: Milliseconds;
  readonly request: Milliseconds;
  readonly keepAlive: Milliseconds;
  /** How often the other limits are checked. */
  readonly check: Milliseconds;
  /** How long a response may wait for its reader without progress, measured at each check. */
  readonly reader: Milliseconds;
  readonly readerCheck: Milliseconds;
}

export const defaultTimeouts: HttpTimeouts = {
  headers: 10_000,
  request: 14_000,
  keepAlive: 72_000,
  check: 1000,
  // Plus the time between two checks: less than 30 seconds.
  reader: 24_000,
  readerCheck: 2500,
};

export interface HttpServerOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: HttpTimeouts;
  readonly isBehindProxy: boolean;
  readonly caps: ConnectionCaps;
  readonly clock?: Clock | undefined;
}

/** For Fastify's `serverFactory`: limits connections, pipelining, and the time that slow clients may take. */
export function createHttpServers(options: HttpServerOptions): (handle: RequestListener) => Server {
  const { headers, timeouts, isBehindProxy, caps, clock = systemClock } = options;
  const readers = createReaderWatch({
    clock,
    maxStallMs: timeouts.reader,
    // Behind a proxy all connections come from it.
    maxSlowBytes: isBehindProxy ? Number.POSITIVE_INFINITY : caps.slowBytes,
  });
  // Shared by all servers of the process: `localhost` may have one per address family.
  const guard = new ConnectionGuard({ caps, isBehindProxy, headers, isIdle: readers.isIdle, clock });
  return (handle) => {
    const respond = limitPipelining(handle);
    const listener = guard.wrap((request, response) => {
      // Node still reads the requests in the last packet of a connection that was closed.
      if (request.socket.destroyed) return;
      readers.addResponse(request.socket, response);
      respond(request, response);
    });
    const server = createServer(
      {
        headersTimeout: timeouts.headers,
        requestTimeout: timeouts.request,
        keepAliveTimeout: timeouts.keepAlive,
        connectionsCheckingInterval: timeouts.check,
        // The application refuses it instead, with the usual body and headers.
        requireHostHeader: false,
        IncomingMessage: CompactRequest,
      },
      listener,
    );
    guard.watch(server);
    server.on('connection', readers.add);
    // An unknown `Expect` header is ignored: it is no reason to refuse a request.
    server.on('checkExpectation', listener);
    const timer = setInterval(readers.check, timeouts.readerCheck).unref();
    server.once('close', () => clearInterval(timer));
    return server;
  };
}

/** HTTP/1.1 requires a Host header in every request. */
export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}
