import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import {
  addHoldingSchema,
  holdingIdSchema,
  holdingSchema,
  holdingsSchema,
  updateHoldingSchema,
} from '#contract/portfolio.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { refusals } from '../refusals.ts';
import type { HoldingService } from './service.ts';

const tags = ['portfolio'];
const params = z.object({ id: holdingIdSchema });
const derivedDescription =
  'An item `coin:{coinId}` is calculated from transactions and can’t be changed: 409.';

/** `/api/portfolio`: the holdings of a signed-in user. */
export function registerHoldingRoutes(
  app: FastifyInstance,
  { holdings, gate }: { holdings: HoldingService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolio',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Holdings of a portfolio',
        description: 'Without a portfolioId: those of the oldest portfolio.',
        querystring: z.object({ portfolioId: itemIdSchema.optional() }),
        response: { 200: holdingsSchema, ...refusals },
      },
    },
    (request) => holdings.listHoldings(userOf(request).id, request.query.portfolioId),
  );

  routes.post(
    '/api/portfolio',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Add a holding',
        description: 'It becomes an opening transaction. A portfolio has room for 1,000; beyond that: 409.',
        headers: idempotentHeaders,
        body: addHoldingSchema,
        response: { 201: holdingSchema, ...refusals, ...idempotentResponses, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      const holding = await holdings.addHolding(userOf(request).id, request.body);
      return reply.code(201).send(holding);
    },
  );

  routes.put(
    '/api/portfolio/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change a holding',
        description: derivedDescription,
        params,
        body: updateHoldingSchema,
        response: { 200: holdingSchema, ...refusals, 409: errorBodySchema },
      },
    },
    (request) => holdings.updateHolding(userOf(request).id, request.params.id, request.body),
  );

  routes.delete(
    '/api/portfolio/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a holding',
        description: derivedDescription,
        params,
        response: { 204: z.null(), ...refusals, 409: errorBodySchema },
      },
    },
    async (request, reply) => {
      await holdings.removeHolding(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
