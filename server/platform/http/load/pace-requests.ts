import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '../../fair-queue.ts';
import { isOwnRead } from '../requester.ts';
import { busyError } from './turns.ts';

/**
 * Lets other work in between costly requests. Many that arrive together would otherwise be answered in a single turn of
 * the event loop, however short each is. One begins per turn, and subjects take turns. `subjectOf` is undefined for
 * requests that cost little.
 */
export function paceRequests(
  app: FastifyInstance,
  subjectOf: (request: FastifyRequest) => string | undefined,
): void {
  const queue = new FairQueue();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const subject = isOwnRead() ? undefined : subjectOf(request);
    if (subject === undefined) return done(null, payload);
    queue
      .run(subject, () => nextTurn())
      // Reading the body of a request whose client has left would never end.
      .then(() => (reply.raw.destroyed ? done(busyError('unavailable')) : done(null, payload)), done);
  });
}
