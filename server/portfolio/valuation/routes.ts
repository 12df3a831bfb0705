import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import {
  portfolioHistoryQuerySchema,
  portfolioHistorySchema,
  portfolioPerformanceSchema,
} from '#contract/portfolio.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { PerformanceService } from './service.ts';

const tags = ['portfolio'];
const params = z.object({ id: itemIdSchema });
const refused = { 400: errorBodySchema, 401: errorBodySchema, 404: errorBodySchema };

/** What a portfolio is worth, and was. */
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
          'Computed exactly, as decimal text. A holding without a price has no value rather than zero, and is in no sum.',
        params,
        response: { 200: portfolioPerformanceSchema, ...refused },
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
        summary: "What today's holdings were worth over time",
        description: 'As far back as the plan allows: 403 plan_required beyond.',
        params,
        querystring: portfolioHistoryQuerySchema,
        response: { 200: portfolioHistorySchema, ...refused, 403: errorBodySchema, 503: errorBodySchema },
      },
    },
    (request) => performance.getHistory(userOf(request), request.params.id, request.query.days),
  );
}
