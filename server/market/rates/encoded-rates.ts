import type { Rates } from '#contract/market.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';

/** The current rates, encoded again only when they change. */
export function createEncodedRates(getCurrent: () => Rates): () => Promise<EncodedBody> {
  let encoded: { text: string; body: Promise<EncodedBody> } | undefined;

  return () => {
    const rates = getCurrent();
    const text = JSON.stringify(rates);
    if (encoded?.text !== text) encoded = { text, body: encodeBody(rates) };
    return encoded.body;
  };
}
