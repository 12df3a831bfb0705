import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { plansAnswerSchema } from '#contract/plan-schemas.ts';
import { currency, guest, plans } from '#contract/plans.ts';
import { encodeBody } from '#server/platform/cache/encoded-body.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';

/** `GET /api/plans`: the plan table, encoded once. */
export function registerPlanRoutes(app: FastifyInstance): void {
  const body = encodeBody(plansAnswerSchema.parse({ currency, guest, plans }));
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/plans',
    {
      schema: {
        tags: ['plans'],
        summary: 'Plans with prices and limits',
        response: { 200: plansAnswerSchema },
      },
    },
    async (request, reply) => sendEncoded(request, reply, await body, { 'cache-control': 'no-cache' }),
  );
}
