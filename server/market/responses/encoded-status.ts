import type { Dependency, MarketStatus, Status } from '#contract/market.ts';
import type { NewsStatus } from '#contract/news.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';
import type { MarketResponse } from './encoded-market.ts';
import { marketHeaders } from './market-headers.ts';

/** The status of market and news, encoded again only when it changes. */
export function createEncodedStatus(deps: {
  market: { status: () => MarketStatus };
  newsStatus: () => NewsStatus;
  version: string;
  degraded: () => Dependency[];
}): () => Promise<MarketResponse> {
  let encoded: { text: string; body: Promise<EncodedBody> } | undefined;

  return async () => {
    const market = deps.market.status();
    const status: Status = {
      market,
      news: deps.newsStatus(),
      version: deps.version,
      degraded: deps.degraded(),
    };
    const text = JSON.stringify(status);
    if (encoded?.text !== text) {
      const lastModified = market.asOf === null ? undefined : Date.parse(market.asOf);
      encoded = { text, body: encodeBody(status, { lastModified }) };
    }
    return { body: await encoded.body, headers: marketHeaders(market) };
  };
}
