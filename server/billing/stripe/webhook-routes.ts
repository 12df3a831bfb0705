import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { notConfigured } from '../payments/not-configured.ts';
import type { CustomerDeps } from '../subscriptions/customer-service.ts';
import { createEventHandler } from './webhook-service.ts';

/** In bytes; larger than any Stripe event. */
const bodyLimit = 1024 * 1024;

/** `/api/billing/webhook`: Stripe's events. `customers` is undefined if payments are not configured. */
export async function registerWebhookRoutes(
  app: FastifyInstance,
  { customers }: { customers: CustomerDeps | undefined },
): Promise<void> {
  const handleEvent = customers && createEventHandler(customers);
  await app.register(async (scope) => {
    // The signature covers the bytes as sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/billing/webhook',
      {
        bodyLimit,
        // Refused before anything is read.
        onRequest: async () => {
          if (!handleEvent) throw notConfigured();
        },
        schema: {
          tags: ['billing'],
          summary: 'Events from Stripe',
          description:
            'Signed by Stripe within the last five minutes. After any answer other than 200, Stripe sends it again.',
          response: {
            200: z.object({ received: z.literal(true) }),
            400: errorBodySchema,
            503: errorBodySchema,
          },
        },
      },
      async (request) => {
        if (!handleEvent) throw notConfigured();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = request.headers['stripe-signature'];
        await handleEvent(body, typeof signature === 'string' ? signature : '');
        return { received: true as const };
      },
    );
  });
}
