import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { portfolioAnalyticsSchema } from '#contract/portfolio-analytics.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../id-params.ts';
import { refusals } from '../refusals.ts';
import type { AnalyticsService } from './service.ts';

const tags = ['portfolio'];
const refused = { ...refusals, 403: errorBodySchema };

/** Portfolio features of higher plans: analytics and the CSV export. */
export function registerAnalyticsRoutes(
  app: FastifyInstance,
  { analytics, gate }: { analytics: AnalyticsService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios/:id/analytics',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Gains, diversification and history of a portfolio',
        description:
          "Needs a higher plan: 403 plan_required. The history is the value of today's amounts at past prices. Figures that can't be computed are null, with the reason.",
        params: idParams,
        response: { 200: portfolioAnalyticsSchema, ...refused },
      },
    },
    (request) => analytics.getAnalytics(userOf(request), request.params.id),
  );

  routes.get(
    '/api/portfolios/:id/export.csv',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The holdings of a portfolio as CSV',
        description:
          'Needs a higher plan: 403 plan_required. Amounts and purchase prices are as entered; text that a spreadsheet would evaluate begins with an apostrophe.',
        params: idParams,
        response: {
          200: { description: 'CSV (RFC 4180)', content: { 'text/csv': { schema: z.string() } } },
          ...refused,
        },
      },
    },
    async (request, reply) => {
      const csv = await analytics.exportCsv(userOf(request), request.params.id);
      reply.header('content-type', 'text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', 'attachment; filename="altimeter-portfolio.csv"');
      return csv;
    },
  );
}
