import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';

const answerSchema = z.object({ status: z.enum(['ok', 'unavailable']) });

export interface Health {
  /** Whether anyone, such as a proxy, has checked the readiness within the last `ms`. */
  isWatched(ms: Milliseconds): boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can also serve visitors, according to `isReady`; a rejection counts as
 * no.
 */
export function registerHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): Health {
  let askedAt = Number.NEGATIVE_INFINITY;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['operation'];

  routes.get(
    '/healthz',
    { schema: { tags, summary: 'Liveness', response: { 200: answerSchema } } },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  routes.get(
    '/readyz',
    { schema: { tags, summary: 'Readiness', response: { 200: answerSchema, 503: answerSchema } } },
    async (request, reply) => {
      askedAt = performance.now();
      const ready = await isReady().catch((error: unknown) => {
        request.log.warn({ err: error }, 'not ready');
        return false;
      });
      reply.header('cache-control', 'no-store');
      return ready ? reply.send({ status: 'ok' }) : reply.code(503).send({ status: 'unavailable' });
    },
  );
  return { isWatched: (ms) => performance.now() - askedAt <= ms };
}
