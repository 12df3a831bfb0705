import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import { portfolioReturnsSchema, returnsQuerySchema, valueLineSchema } from '#contract/ledger/returns.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import type { ReturnsService } from './service.ts';

const tags = ['ledger'];

/** Returns of a portfolio, and its value day by day. */
export function registerReturnsRoutes(
  app: FastifyInstance,
  { returns, gate }: { readonly returns: ReturnsService; readonly gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios/:id/returns',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Returns over a span',
        description:
          'Needs a higher plan: 403 plan_required. The simple, time-weighted and money-weighted (XIRR) return, and that of the same payments into bitcoin. A percentage that cannot be calculated is null, with the reason. The day of `from` (UTC) counts as a whole, `to` is exclusive; without them, the span is from the first transaction to now.',
        params: idParams,
        querystring: returnsQuerySchema,
        response: { 200: portfolioReturnsSchema, ...refusals, 403: errorBodySchema },
      },
    },
    (request) => returns.getReturns(userOf(request), request.params.id, request.query),
  );

  routes.get(
    '/api/portfolios/:id/value-line',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Value by day',
        description:
          'The value of what was held at the close of each day (UTC), the money put in minus the money taken out, and what the same payments into bitcoin would be worth. Null where a price or rate is missing; `gaps` names the coins and days without a price.',
        params: idParams,
        querystring: returnsQuerySchema,
        response: { 200: valueLineSchema, ...refusals },
      },
    },
    (request) => returns.getValueLine(userOf(request).id, request.params.id, request.query),
  );
}
