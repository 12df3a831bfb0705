import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { portfolioNameSchema, portfolioSchema, portfoliosSchema } from '#contract/portfolio.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from './id-params.ts';
import { refusals } from './refusals.ts';
import type { PortfolioService } from './service.ts';

const tags = ['portfolio'];
const unauthorized = { 401: errorBodySchema };
const refused = { 400: errorBodySchema, ...unauthorized };

/** `/api/portfolios`: the portfolios of a signed-in user. */
export function registerPortfolioRoutes(
  app: FastifyInstance,
  { portfolio, gate }: { portfolio: PortfolioService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios',
    {
      onRequest,
      schema: { tags, summary: 'Portfolios', response: { 200: portfoliosSchema, ...unauthorized } },
    },
    (request) => portfolio.listPortfolios(userOf(request).id),
  );

  routes.post(
    '/api/portfolios',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Create a portfolio',
        description: 'An account has room for 1,000; beyond that: 409.',
        headers: idempotentHeaders,
        body: portfolioNameSchema,
        response: { 201: portfolioSchema, ...refused, ...idempotentResponses, 403: errorBodySchema },
      },
    },
    async (request, reply) => {
      const added = await portfolio.addPortfolio(userOf(request).id, request.body.name);
      return reply.code(201).send(added);
    },
  );

  routes.put(
    '/api/portfolios/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Rename a portfolio',
        params: idParams,
        body: portfolioNameSchema,
        response: { 200: portfolioSchema, ...refusals },
      },
    },
    (request) => portfolio.renamePortfolio(userOf(request).id, request.params.id, request.body.name),
  );

  routes.delete(
    '/api/portfolios/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a portfolio with its holdings',
        description: 'The last one cannot be deleted: 409.',
        params: idParams,
        response: { 204: z.null(), ...refusals, 409: errorBodySchema },
      },
    },
    async (request, reply) => {
      await portfolio.removePortfolio(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
