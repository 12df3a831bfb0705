import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../app-error.ts';

/** Ends a server without cutting anything off. */
export interface Drain {
  /**
   * From now on, new requests get 503 and every answer ends its connection. Resolves when the server listens no more and
   * clients with an open connection had time to send what they were about to: closing it under a request on its way
   * would cut that off.
   */
  begin(): Promise<void>;
  /** Resolves when every connection has ended, once draining. */
  readonly isEmpty: Promise<void>;
}

const retryAfterSeconds = 5;
const stepMs: Milliseconds = 50;
const graceMs: Milliseconds = 1000;
/** The same after it stopped listening, for connections made just before. */
const lastGraceMs: Milliseconds = 200;

export function createDrain(app: FastifyInstance): Drain {
  let isDraining = false;
  const { promise: isEmpty, resolve: reportEmpty } = Promise.withResolvers<void>();
  app.addHook('onRequest', (request, reply, done) => {
    if (!isDraining) return done();
    reply.header('connection', 'close');
    // Still alive, so that nobody kills it before its time.
    if (request.routeOptions.url === '/healthz') return done();
    done(
      new AppError('unavailable', 'The server is restarting. Please try again in a moment.', {
        retryAfter: retryAfterSeconds,
      }),
    );
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    isEmpty,
    async begin() {
      isDraining = true;
      await waitForClients(app.server, graceMs);
      // Right after the connections that wait have been accepted: the system resets the others.
      await new Promise((resolve) => setImmediate(resolve));
      // Not that of an HTTP server, which would close idle connections too.
      Server.prototype.close.call(app.server, () => reportEmpty());
      await waitForClients(app.server, lastGraceMs);
    },
  };
}

/** Waits as long as any connection is open, but not longer than `maxMs`. */
async function waitForClients(server: Server, maxMs: Milliseconds): Promise<void> {
  for (let waited = 0; waited < maxMs && (await countConnections(server)) > 0; waited += stepMs) {
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
