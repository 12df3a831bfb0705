import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import { candlesSchema, type HistoryDays, historySchema } from '#contract/market.ts';
import { coinParamsSchema } from '../coins/query-schemas.ts';
import type { EncodedMarket } from '../responses/encoded-market.ts';
import { sendResponse } from '../responses/send-response.ts';
import { candlesQuerySchema, historyQuerySchema } from './query-schemas.ts';

/** Throws if the user's plan does not include that many days. Injected, because the market knows no plans. */
export type AllowHistory = (request: FastifyRequest, days: HistoryDays) => Promise<void>;

const tags = ['market'];
const refusals = { 400: errorBodySchema, 403: errorBodySchema, 404: errorBodySchema, 503: errorBodySchema };
const description = 'As far back as your plan allows; beyond that: 403 plan_required.';

/** The data of a coin's chart. */
export function registerHistoryRoutes(
  app: FastifyInstance,
  { responses, allowHistory }: { responses: EncodedMarket; allowHistory: AllowHistory },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = coinParamsSchema;

  routes.get(
    '/api/cryptocurrencies/:id/history',
    {
      schema: {
        tags,
        summary: 'Price history of a coin',
        description,
        params,
        querystring: historyQuerySchema,
        response: { 200: historySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { days, interval, vs_currency: currency } = request.query;
      await allowHistory(request, days);
      const { id } = request.params;
      return sendResponse(request, reply, await responses.getHistory(id, days, interval, currency));
    },
  );
  routes.get(
    '/api/cryptocurrencies/:id/ohlc',
    {
      schema: {
        tags,
        summary: 'Candles of a coin',
        description: `${description} \`X-Coverage-From\` and \`X-Coverage-Sources\` say where the candles begin and which sources they come from.`,
        params,
        querystring: candlesQuerySchema,
        response: { 200: candlesSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { days, vs_currency: currency } = request.query;
      await allowHistory(request, days);
      return sendResponse(request, reply, await responses.listCandles(request.params.id, days, currency));
    },
  );
}
