import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import { candlesSchema, type HistoryDays, historySchema } from '#contract/market.ts';
import { sendEncoded } from '#server/platform/cache/http-cache.ts';
import { candlesQuerySchema, coinParamsSchema, historyQuerySchema } from '../coins/requests.ts';
import type { EncodedMarket, MarketAnswer } from '../responses/encoded-market.ts';

/** Throws the refusal where whoever asks may not see so many days; what plans there are is not the market's to know. */
export type AllowHistory = (request: FastifyRequest, days: HistoryDays) => Promise<void>;

const tags = ['market'];
const refusals = { 400: errorBodySchema, 403: errorBodySchema, 404: errorBodySchema, 503: errorBodySchema };
const description = 'As far back as the plan of the asker allows: 403 plan_required beyond.';

/** What a coin's chart is drawn from. */
export function registerHistoryRoutes(
  app: FastifyInstance,
  { answers, allowHistory }: { answers: EncodedMarket; allowHistory: AllowHistory },
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
      const { days, interval } = request.query;
      await allowHistory(request, days);
      return send(request, reply, await answers.getHistory(request.params.id, days, interval));
    },
  );
  routes.get(
    '/api/cryptocurrencies/:id/ohlc',
    {
      schema: {
        tags,
        summary: 'Candles of a coin',
        description,
        params,
        querystring: candlesQuerySchema,
        response: { 200: candlesSchema, ...refusals },
      },
    },
    async (request, reply) => {
      await allowHistory(request, request.query.days);
      return send(request, reply, await answers.listCandles(request.params.id, request.query.days));
    },
  );
}

function send(request: FastifyRequest, reply: FastifyReply, { body, headers }: MarketAnswer): FastifyReply {
  return sendEncoded(request, reply, body, headers);
}
