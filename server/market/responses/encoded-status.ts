import type { FastifyInstance } from 'fastify';
import { type Status, statusSchema } from '#contract/market.ts';
import type { NewsStatus } from '#contract/news.ts';
import { type EncodedBody, encodeBody, sendEncoded } from '#server/platform/cache/http-cache.ts';
import type { MarketService } from '../service.ts';
import { marketHeaders } from './market-headers.ts';

/** `GET /api/status`: where the data comes from and how old it is. Answers 200 even while there is none. */
export function registerStatusRoute(
  app: FastifyInstance,
  deps: { market: MarketService; newsStatus: () => NewsStatus; version: string },
): void {
  let encoded: { text: string; body: Promise<EncodedBody> } | undefined;

  function encodeOnce(status: Status): Promise<EncodedBody> {
    const text = JSON.stringify(status);
    if (encoded?.text !== text) {
      const { asOf } = status.market;
      encoded = {
        text,
        body: encodeBody(status, { lastModified: asOf === null ? undefined : Date.parse(asOf) }),
      };
    }
    return encoded.body;
  }

  app.get(
    '/api/status',
    {
      schema: {
        tags: ['market'],
        summary: 'Source, state and age of the data',
        response: { 200: statusSchema },
      },
    },
    async (request, reply) => {
      const market = deps.market.status();
      const body = await encodeOnce({ market, news: deps.newsStatus(), version: deps.version });
      return sendEncoded(request, reply, body, marketHeaders(market));
    },
  );
}
