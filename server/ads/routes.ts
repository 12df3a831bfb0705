import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Ad, adsAnswerSchema } from '#contract/ads.ts';
import { encodeBody } from '#server/platform/cache/encoded-body.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';

/** `GET /api/ads`: the same for everyone, encoded once. The pages decide who sees them. */
export function registerAdRoutes(app: FastifyInstance, ads: readonly Ad[]): void {
  const body = encodeBody({ ads });
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/ads',
    {
      schema: {
        tags: ['ads'],
        summary: 'Advertisements, for guests and the free plan',
        response: { 200: adsAnswerSchema },
      },
    },
    async (request, reply) => sendEncoded(request, reply, await body, { 'cache-control': 'no-cache' }),
  );
}
