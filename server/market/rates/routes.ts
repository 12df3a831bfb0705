import type { FastifyInstance } from 'fastify';
import { ratesSchema } from '#contract/market.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import { headersOf } from '../responses/market-headers.ts';
import { createEncodedRates } from './encoded-rates.ts';
import type { RateService } from './service.ts';

/** Registers `GET /api/rates`, which answers 200 even while there are no rates. */
export function registerRateRoutes(app: FastifyInstance, { rates }: { rates: RateService }): void {
  const getBody = createEncodedRates(rates.getCurrent);
  app.get(
    '/api/rates',
    {
      schema: {
        tags: ['market'],
        summary: 'Exchange rates',
        description:
          'Units of each currency per US dollar, by lower-case code. `state`: `live`; `stale`: the last ones, because the provider does not answer; `simulated`; `unavailable`: none yet.',
        response: { 200: ratesSchema },
      },
    },
    async (request, reply) => {
      const { state } = rates.getCurrent();
      return sendEncoded(
        request,
        reply,
        await getBody(),
        headersOf(state === 'unavailable' ? 'stale' : state),
      );
    },
  );
}
