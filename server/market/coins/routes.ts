import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import {
  coinDetailSchema,
  coinSchema,
  globalSchema,
  searchSchema,
  trendingSchema,
} from '#contract/market.ts';
import { vsCurrencyQuerySchema } from '../currencies/vs-currency.ts';
import type { EncodedMarket, MarketResponse } from '../responses/encoded-market.ts';
import { marketHeaders } from '../responses/market-headers.ts';
import { sendResponse } from '../responses/send-response.ts';
import { createSnapshotResponses } from '../responses/snapshot-responses.ts';
import type { MarketService } from '../service.ts';
import { coinListQuerySchema, coinParamsSchema, searchQuerySchema } from './query-schemas.ts';

interface CoinRoutesDeps {
  readonly market: MarketService;
  readonly publicUrl: () => string;
  readonly responses: EncodedMarket;
}

const tags = ['market'];
const refusals = { 400: errorBodySchema, 503: errorBodySchema };
const coinRefusals = { ...refusals, 404: errorBodySchema };

/** Coins, global figures, trending and search. */
export function registerCoinRoutes(app: FastifyInstance, deps: CoinRoutesDeps): void {
  registerSnapshotRoutes(app, deps);
  registerOnDemandRoutes(app, deps.responses);
}

/** Routes answered from the snapshot. */
function registerSnapshotRoutes(
  app: FastifyInstance,
  { market, publicUrl, responses }: CoinRoutesDeps,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const known = createSnapshotResponses(market, publicUrl);

  const preValidation: preValidationHookHandler = (request, reply, done) => {
    const body = known.find(request.url);
    if (!body) return done();
    sendResponse(request, reply, { body, headers: marketHeaders(market.status()) });
  };
  const sendAndRemember = async (
    request: FastifyRequest,
    reply: FastifyReply,
    made: Promise<MarketResponse>,
  ) => {
    const response = await made;
    if (response.snapshot) known.add(request.url, response.snapshot, response.body);
    return sendResponse(request, reply, response);
  };

  routes.get(
    '/api/global',
    {
      preValidation,
      schema: {
        tags,
        summary: 'Global figures',
        querystring: vsCurrencyQuerySchema,
        response: { 200: globalSchema, ...refusals },
      },
    },
    (request, reply) => sendAndRemember(request, reply, responses.getGlobal(request.query.vs_currency)),
  );
  routes.get(
    '/api/cryptocurrencies',
    {
      preValidation,
      schema: {
        tags,
        summary: 'Coins with their quotes',
        querystring: coinListQuerySchema,
        response: { 200: z.array(coinSchema), ...refusals },
      },
    },
    (request, reply) => sendAndRemember(request, reply, responses.listCoins(request.query)),
  );
  routes.get(
    '/api/trending',
    {
      preValidation,
      schema: {
        tags,
        summary: 'Trending coins',
        querystring: vsCurrencyQuerySchema,
        response: { 200: trendingSchema, ...refusals },
      },
    },
    (request, reply) => sendAndRemember(request, reply, responses.listTrending(request.query.vs_currency)),
  );
}

/** Routes answered with data fetched on demand. */
function registerOnDemandRoutes(app: FastifyInstance, responses: EncodedMarket): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = coinParamsSchema;
  routes.get(
    '/api/cryptocurrencies/:id',
    {
      schema: {
        tags,
        summary: 'One coin',
        params,
        querystring: vsCurrencyQuerySchema,
        response: { 200: coinDetailSchema, ...coinRefusals },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      return sendResponse(request, reply, await responses.getCoin(params.id, query.vs_currency));
    },
  );
  routes.get(
    '/api/search',
    {
      schema: {
        tags,
        summary: 'Search coins by name or symbol',
        querystring: searchQuerySchema,
        response: { 200: searchSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { query, vs_currency: currency } = request.query;
      return sendResponse(request, reply, await responses.searchCoins(query, currency));
    },
  );
}
