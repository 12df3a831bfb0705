import { Server } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../app-error.ts';
import { isOwnRead } from '../requester.ts';

/** Ends a server without cutting off any request. */
export interface Drain {
  /** Whether draining has begun, so that a proxy should send visitors elsewhere. */
  hasBegun(): boolean;
  /** Calls `listener` when new requests, or new connections, begin to be refused. */
  onRefuse(listener: () => void): void;
  /**
   * From now on every response ends its connection. For `serveMs` requests are still served, which gives proxies time
   * to notice that the server is not ready. Then new requests get 503. Resolves when the server no longer listens and
   * clients with an open connection had time to send what they were about to: closing it under an incoming request
   * would cut that off.
   */
  begin(serveMs?: Milliseconds): Promise<void>;
  /**
   * The same behind a proxy that never asks whether the server is ready, such as nginx: it tries another server only where
   * a connection is refused. So the server stops listening first, and serves on open connections for a second more.
   */
  beginWithoutHealthChecks(): Promise<void>;
  /** Resolves when every connection has ended, once draining. */
  readonly isEmpty: Promise<void>;
}

const retryAfterSeconds = 5;
const stepMs: Milliseconds = 50;
const graceMs: Milliseconds = 1000;
/**
 * Clients count as gone after this long without an open connection: those whose connections end with each response have
 * none between two requests.
 */
const quietMs: Milliseconds = 250;
/** The same after the server stopped listening, for connections made just before. */
const lastGraceMs: Milliseconds = 200;
/** How long a response waits for the rest of an unread body. */
const bodyMs: Milliseconds = 2000;
/** Turns of the event loop to wait for one without a new connection. */
const maxBusyTurns = 1000;

export function createDrain(app: FastifyInstance): Drain {
  let state: 'open' | 'serving' | 'refusing' = 'open';
  const listeners: (() => void)[] = [];
  const { promise: isEmpty, resolve: reportEmpty } = Promise.withResolvers<void>();
  app.addHook('onRequest', (request, _reply, done) => {
    // The process is still alive, so nobody should kill it early. What a page reads from this server belongs to a
    // request that was accepted before.
    if (state !== 'refusing' || request.routeOptions.url === '/healthz' || isOwnRead()) return done();
    done(
      new AppError('unavailable', 'The server is restarting. Please try again in a moment.', {
        retryAfter: retryAfterSeconds,
      }),
    );
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (state === 'open') return done(null, payload);
    void endConnection(request, reply).then(() => done(null, payload));
  });

  function stopListening(): void {
    // Not by the method of an HTTP server, which would close idle connections too.
    Server.prototype.close.call(app.server, () => reportEmpty());
  }

  function callListeners(): void {
    for (const listener of listeners) listener();
  }

  return {
    hasBegun: () => state !== 'open',
    onRefuse: (listener) => void listeners.push(listener),
    isEmpty,
    async begin(serveMs = 0) {
      state = 'serving';
      if (serveMs > 0) await pause(serveMs);
      state = 'refusing';
      callListeners();
      await waitForQuiet(app.server);
      await waitForAccepted(app.server);
      stopListening();
      await waitForClients(app.server, lastGraceMs);
    },
    async beginWithoutHealthChecks() {
      state = 'serving';
      await waitForAccepted(app.server);
      stopListening();
      callListeners();
      await waitForClients(app.server, graceMs);
      state = 'refusing';
    },
  };
}

/**
 * Makes the response end its connection. A response made before the body has arrived waits for it: closing a connection
 * with unread data resets it, and the client might never see the response.
 */
async function endConnection({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('connection', 'close');
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
  if (!hasBody || raw.readableEnded || raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('end', resolve).once('close', resolve);
  raw.resume();
  const timer = setTimeout(resolve, bodyMs);
  await promise;
  clearTimeout(timer);
}

const pause = (ms: Milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits while any connection is open, for at most `maxMs`. */
async function waitForClients(server: Server, maxMs: Milliseconds): Promise<void> {
  for (let waited = 0; waited < maxMs && (await countConnections(server)) > 0; waited += stepMs) {
    await pause(stepMs);
  }
}

/** Waits until no connection has been open for a while, at most the grace time. */
async function waitForQuiet(server: Server): Promise<void> {
  let isUsed = false;
  const note = () => {
    isUsed = true;
  };
  server.on('connection', note);
  for (let waited = 0, quiet = 0; waited < graceMs && quiet < quietMs; waited += stepMs) {
    isUsed = false;
    await pause(stepMs);
    quiet = isUsed || (await countConnections(server)) > 0 ? 0 : quiet + stepMs;
  }
  server.off('connection', note);
}

/**
 * Resolves after a turn of the event loop without a new connection: connections waiting to be accepted when the server
 * stops listening are reset by the system.
 */
async function waitForAccepted(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0, before = -1; turn < maxBusyTurns && accepted !== before; turn++) {
    before = accepted;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', count);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
