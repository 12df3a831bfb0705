import type { FastifyInstance } from 'fastify';
import { type Dependency, statusSchema } from '#contract/market.ts';
import type { NewsStatus } from '#contract/news.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limiter.ts';
import { registerCoinRoutes } from './coins/routes.ts';
import type { CurrencyHistory } from './currencies/service.ts';
import { type AllowHistory, registerHistoryRoutes } from './history/routes.ts';
import type { LogoAddresses } from './images/logo-addresses.ts';
import type { RateService } from './rates/service.ts';
import { createEncodedMarket } from './responses/encoded-market.ts';
import { createEncodedStatus } from './responses/encoded-status.ts';
import { sendResponse } from './responses/send-response.ts';
import type { MarketService } from './service.ts';

export interface MarketRoutesDeps {
  market: MarketService;
  /** The origin of logo URLs; a function, because the port may be known only after listening. */
  publicUrl: () => string;
  version: string;
  /** Reported together with the market's status. */
  newsStatus: () => NewsStatus;
  /** Dependencies that are currently unavailable. */
  degraded: () => Dependency[];
  /** Remembers the provider's logo URLs of coins fetched on demand. */
  logos: Pick<LogoAddresses, 'remember'>;
  allowHistory: AllowHistory;
  rates: RateService;
  /** Price history in currencies other than dollars. */
  currencyHistory: CurrencyHistory;
  /** Counts the answers that are made for each network. */
  limiter?: RateLimiter;
}

/**
 * The market's routes. The app must have zod's validator and serializer compilers and an error handler that maps
 * `AppError`. Responses are bytes encoded once; the response schemas only document them.
 */
export function registerMarketRoutes(app: FastifyInstance, deps: MarketRoutesDeps): void {
  const responses = createEncodedMarket(deps);
  app.addHook('onClose', async () => responses.stop());
  registerCoinRoutes(app, { ...deps, responses });
  registerHistoryRoutes(app, { responses, allowHistory: deps.allowHistory });
  registerStatusRoute(app, deps);
}

/** `GET /api/status` answers 200 even while there is no data. */
function registerStatusRoute(
  app: FastifyInstance,
  deps: Pick<MarketRoutesDeps, 'market' | 'newsStatus' | 'version' | 'degraded'>,
): void {
  const getStatus = createEncodedStatus(deps);
  app.get(
    '/api/status',
    {
      schema: {
        tags: ['market'],
        summary: 'Source, state and age of the data',
        response: { 200: statusSchema },
      },
    },
    async (request, reply) => sendResponse(request, reply, await getStatus()),
  );
}
