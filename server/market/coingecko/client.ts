import Coingecko from '@coingecko/coingecko-typescript';
import type { Clock } from '#server/platform/clock.ts';
import { httpClient } from '#server/platform/net/http-client.ts';
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
  /** Overrides network access. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CoinGeckoClient {
  /** Makes one call and returns its parsed JSON. Every failure is an `UpstreamError`. */
  read(call: (sdk: Coingecko) => PromiseLike<unknown>): Promise<unknown>;
}

const maxBodyBytes = 8 * 1024 * 1024;

/** The official SDK without its own retries and waits, without keys from the environment, over our HTTP client. */
export function createCoinGeckoClient(options: CoinGeckoClientOptions): CoinGeckoClient {
  const proKey = options.plan === 'pro' ? (options.apiKey ?? null) : null;
  // A key without a plan is a demo key: both use the public host.
  const demoKey = options.plan === 'pro' ? null : (options.apiKey ?? null);
  const sdk = new Coingecko({
    baseURL: options.baseUrl,
    proAPIKey: proKey,
    demoAPIKey: demoKey,
    // The SDK refuses to call without a key unless its header is null.
    defaultHeaders: {
      ...(proKey === null && { 'x-cg-pro-api-key': null }),
      ...(demoKey === null && { 'x-cg-demo-api-key': null }),
    },
    maxRetries: 0,
    logLevel: 'off',
    fetch:
      options.fetch ??
      createCappedFetch({ http: httpClient, maxBytes: maxBodyBytes, userAgent: 'Altimeter' }),
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
