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
import type { NewsStatus } from '#contract/news.ts';
import { sendEncoded } from '#server/platform/cache/http-cache.ts';
import { coinListQuerySchema, coinParamsSchema, searchQuerySchema } from './coins/requests.ts';
import { type AllowHistory, registerHistoryRoutes } from './history/routes.ts';
import type { LogoAddresses } from './images/logo-addresses.ts';
import { createEncodedMarket, type EncodedMarket, type MarketAnswer } from './responses/encoded-market.ts';
import { registerStatusRoute } from './responses/encoded-status.ts';
import { marketHeaders } from './responses/market-headers.ts';
import { createKnownAnswers } from './responses/snapshot-responses.ts';
import type { MarketService } from './service.ts';

export interface MarketRoutesDeps {
  market: MarketService;
  /** The origin that logo addresses start with; a function, because the port may be known only after listening. */
  publicUrl: () => string;
  version: string;
  /** Stands beside the market's in what tells the state of the data. */
  newsStatus: () => NewsStatus;
  /** Told where the provider keeps the logos of coins fetched on demand. */
  logos: Pick<LogoAddresses, 'remember'>;
  allowHistory: AllowHistory;
}

const tags = ['market'];
const refusals = { 400: errorBodySchema, 503: errorBodySchema };
const coinRefusals = { ...refusals, 404: errorBodySchema };

async function send(request: FastifyRequest, reply: FastifyReply, answer: Promise<MarketAnswer>) {
  const { body, headers } = await answer;
  return sendEncoded(request, reply, body, headers);
}

/** What is answered from the snapshot. */
function registerSnapshotRoutes(app: FastifyInstance, answers: EncodedMarket, deps: MarketRoutesDeps): void {
  const { market, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const known = createKnownAnswers(market, publicUrl);

  const preValidation: preValidationHookHandler = (request, reply, done) => {
    const body = known.find(request.url);
    if (!body) return done();
    sendEncoded(request, reply, body, marketHeaders(market.status()));
  };
  const sendAndKeep = async (request: FastifyRequest, reply: FastifyReply, answer: Promise<MarketAnswer>) => {
    const { body, headers, snapshot } = await answer;
    if (snapshot) known.add(request.url, snapshot, body);
    return sendEncoded(request, reply, body, headers);
  };

  routes.get(
    '/api/global',
    {
      preValidation,
      schema: { tags, summary: 'Global figures', response: { 200: globalSchema, ...refusals } },
    },
    (request, reply) => sendAndKeep(request, reply, answers.getGlobal()),
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
    (request, reply) => sendAndKeep(request, reply, answers.listCoins(request.query)),
  );
  routes.get(
    '/api/trending',
    {
      preValidation,
      schema: { tags, summary: 'Trending coins', response: { 200: trendingSchema, ...refusals } },
    },
    (request, reply) => sendAndKeep(request, reply, answers.listTrending()),
  );
}

/** What is fetched on demand. */
function registerCoinRoutes(app: FastifyInstance, answers: EncodedMarket): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = coinParamsSchema;
  routes.get(
    '/api/cryptocurrencies/:id',
    { schema: { tags, summary: 'One coin', params, response: { 200: coinDetailSchema, ...coinRefusals } } },
    (request, reply) => send(request, reply, answers.getCoin(request.params.id)),
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
    (request, reply) => send(request, reply, answers.searchCoins(request.query.query)),
  );
}

/**
 * The market's calls. The app must have zod's validator and serializer compilers and an error handler that maps
 * `AppError`. Answers are bytes encoded once (encoded-market.ts); the response schemas only document them.
 */
export function registerMarketRoutes(app: FastifyInstance, deps: MarketRoutesDeps): void {
  const answers = createEncodedMarket(deps);
  app.addHook('onClose', async () => answers.stop());
  registerSnapshotRoutes(app, answers, deps);
  registerCoinRoutes(app, answers);
  registerHistoryRoutes(app, { answers, allowHistory: deps.allowHistory });
  registerStatusRoute(app, deps);
}
