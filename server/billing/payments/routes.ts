import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { billingSchema, checkoutSchema, paymentPageSchema } from '#contract/billing.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { PaymentService } from './service.ts';

const tags = ['billing'];
const refusals = { 401: errorBodySchema, 429: errorBodySchema, 503: errorBodySchema };

/** `/api/billing`: buying and managing a plan. */
export function registerPaymentRoutes(
  app: FastifyInstance,
  { payment, gate }: { payment: PaymentService; gate: UserGate<SessionUser> },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/billing',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The subscription, and whether plans can be bought',
        response: { 200: billingSchema, 401: errorBodySchema },
      },
    },
    (request) => payment.getBilling(userOf(request).id),
  );

  routes.post(
    '/api/billing/refresh',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Refresh the subscription from Stripe',
        response: { 200: billingSchema, ...refusals },
      },
    },
    (request) => payment.refreshBilling(userOf(request).id),
  );

  routes.post(
    '/api/billing/checkout',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Open the page where a plan is bought',
        description:
          'With a subscription, the page where its plan is changed: this needs a sign-in by code or passkey within the last ten minutes.',
        body: checkoutSchema,
        response: {
          200: paymentPageSchema,
          ...refusals,
          400: errorBodySchema,
          403: errorBodySchema,
          409: errorBodySchema,
        },
      },
    },
    (request) => payment.openCheckout(userOf(request), request.body),
  );

  routes.post(
    '/api/billing/portal',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Open the customer portal, where a subscription is managed',
        description: 'Needs a sign-in by code or passkey within the last ten minutes.',
        response: { 200: paymentPageSchema, ...refusals, 403: errorBodySchema, 404: errorBodySchema },
      },
    },
    (request) => payment.openPortal(userOf(request)),
  );
}
