import type { FastifyInstance } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../app-error.ts';

/** Ends a server without cutting anything off. */
export interface Drain {
  /**
   * From now on, new requests get 503 and every answer ends its connection. Resolves when clients with an open
   * connection had time to send what they were about to: closing it under a request on its way would cut that off.
   */
  begin(): Promise<void>;
}

const retryAfterSeconds = 5;
export const graceMs: Milliseconds = 1000;

export function createDrain(app: FastifyInstance): Drain {
  let isDraining = false;
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
    begin() {
      isDraining = true;
      return new Promise((resolve) => setTimeout(resolve, graceMs));
    },
  };
}
