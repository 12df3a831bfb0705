import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import { taxQuerySchema } from '#contract/tax/choice.ts';
import { taxReportSchema } from '#contract/tax/report.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { contentTypes } from './content-types.ts';
import type { TaxReportService } from './service.ts';

/** Tax reports of a portfolio. */
export function registerTaxRoutes(
  app: FastifyInstance,
  { reports, gate }: { readonly reports: TaxReportService; readonly gate: UserGate },
): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/portfolios/:id/tax',
    {
      onRequest,
      schema: {
        tags: ['tax'],
        summary: 'A tax report of one country and year',
        description:
          'Needs a higher plan: 403 plan_required. A calculation, not advice. `timeZone` replaces the country’s time zone, `with` includes other portfolios of the account, and `basis` is for the United States only. docs/tax.md has the rules and their sources.',
        params: z.object({ id: itemIdSchema }),
        querystring: taxQuerySchema,
        response: {
          200: {
            description: 'The report',
            content: {
              'application/json': { schema: taxReportSchema },
              'text/csv': { schema: z.any() },
              'application/pdf': { schema: z.any() },
            },
          },
          400: errorBodySchema,
          401: errorBodySchema,
          403: errorBodySchema,
          404: errorBodySchema,
          409: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const { bytes, fileName } = await reports.getFile(userOf(request), request.params.id, request.query);
      reply.header('content-type', contentTypes[format]);
      if (format !== 'json') reply.header('content-disposition', `attachment; filename="${fileName}"`);
      return reply.send(bytes);
    },
  );
}
