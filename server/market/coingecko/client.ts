import Coingecko from '@coingecko/coingecko-typescript';
import type { Clock } from '#server/platform/clock.ts';
import { UpstreamError } from '../provider.ts';
import { createCappedFetch } from './capped-fetch.ts';
import { readJson } from './read-json.ts';
import { findHiddenError, toUpstreamError } from './to-upstream-error.ts';

export interface CoinGeckoClientOptions {
  /** Ends in `/api/v3`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly plan: 'public' | 'demo' | 'pro';
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CoinGeckoClient {
  /** Makes one call and gives its parsed JSON. Every failure is an `UpstreamError`. */
  read(call: (sdk: Coingecko) => PromiseLike<unknown>): Promise<unknown>;
}

const maxBodyBytes = 8 * 1024 * 1024;

/** The official SDK, tamed: no retries or waits of its own, no silent key from the environment, bounded bodies. */
export function createCoinGeckoClient(options: CoinGeckoClientOptions): CoinGeckoClient {
  const proKey = options.plan === 'pro' ? (options.apiKey ?? null) : null;
  // A key on the public plan is a demo key whose plan was left out: it belongs to the same public address.
  const demoKey = options.plan === 'pro' ? null : (options.apiKey ?? null);
  const sdk = new Coingecko({
    baseURL: options.baseUrl,
    proAPIKey: proKey,
    demoAPIKey: demoKey,
    // Null says that the header is left out on purpose; without it the SDK refuses to call at all.
    defaultHeaders: {
      ...(proKey === null && { 'x-cg-pro-api-key': null }),
      ...(demoKey === null && { 'x-cg-demo-api-key': null }),
    },
    maxRetries: 0,
    logLevel: 'off',
    fetch: createCappedFetch({
      maxBytes: maxBodyBytes,
      userAgent: 'Altimeter',
      ...(options.fetch && { fetch: options.fetch }),
    }),
  });

  return {
    async read(call) {
      const body = await Promise.resolve(call(sdk)).catch((error: unknown) => {
        throw toUpstreamError(error, options.clock.now());
      });
      const json = readJson(body);
      const hidden = findHiddenError(json);
      if (hidden) throw hidden;
      if (json === null || json === undefined) throw new UpstreamError('unreadable', 'The answer is empty');
      return json;
    },
  };
}
