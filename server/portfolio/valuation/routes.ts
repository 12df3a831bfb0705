import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import {
  portfolioHistoryQuerySchema,
  portfolioHistorySchema,
  portfolioPerformanceSchema,
} from '#contract/portfolio.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../id-params.ts';
import { refusals } from '../refusals.ts';
import type { PerformanceService } from './service.ts';

const tags = ['portfolio'];

/** A portfolio's value, now and over time. */
export function registerPerformanceRoutes(
  app: FastifyInstance,
  { performance, gate }: { performance: PerformanceService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios/:id/performance',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Value, cost, profit and loss of a portfolio',
        description:
          'Computed exactly, as decimal text. The value of a holding without a price is null rather than zero, and left out of the totals.',
        params: idParams,
        response: { 200: portfolioPerformanceSchema, ...refusals },
      },
    },
    (request) => performance.getPerformance(userOf(request).id, request.params.id),
  );

  routes.get(
    '/api/portfolios/:id/history',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The value over time of what was held',
        description:
          'A position without a date counts from the beginning. As far back as the plan allows; beyond that: 403 plan_required.',
        params: idParams,
        querystring: portfolioHistoryQuerySchema,
        response: { 200: portfolioHistorySchema, ...refusals, 403: errorBodySchema, 503: errorBodySchema },
      },
    },
    (request) => performance.getHistory(userOf(request), request.params.id, request.query.days),
  );
}
