import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { notConfigured } from '../payments/not-configured.ts';
import type { FollowDeps } from './subscription-updates.ts';
import { takeEvent } from './webhook-service.ts';

/** Larger than any event that Stripe sends. */
const bodyLimit = 1024 * 1024;

/** `/api/billing/webhook`: Stripe's events. `follow` undefined: not configured. */
export async function registerWebhookRoutes(
  app: FastifyInstance,
  { follow }: { follow: FollowDeps | undefined },
): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/billing/webhook',
      {
        bodyLimit,
        schema: {
          tags: ['billing'],
          summary: 'Events of Stripe',
          description:
            'Signed by Stripe within the last five minutes. An answer but 200 makes Stripe send it again.',
          response: {
            200: z.object({ received: z.literal(true) }),
            400: errorBodySchema,
            503: errorBodySchema,
          },
        },
      },
      async (request) => {
        if (!follow) throw notConfigured();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = request.headers['stripe-signature'];
        await takeEvent(follow, body, typeof signature === 'string' ? signature : '');
        return { received: true as const };
      },
    );
  });
}
