import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { learningProgressSchema, moduleIdSchema } from '#contract/learning.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { LearningService } from './service.ts';

const tags = ['learning'];

/** `/api/learning`: which modules a signed-in user has completed. */
export function registerLearningRoutes(
  app: FastifyInstance,
  { learning, gate }: { learning: LearningService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/learning',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Completed modules',
        response: { 200: learningProgressSchema, 401: errorBodySchema },
      },
    },
    (request) => learning.getProgress(userOf(request).id),
  );

  routes.put(
    '/api/learning/:moduleId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Mark a module as completed',
        params: z.object({ moduleId: moduleIdSchema }),
        response: { 200: learningProgressSchema, 400: errorBodySchema, 401: errorBodySchema },
      },
    },
    (request) => learning.completeModule(userOf(request).id, request.params.moduleId),
  );
}
