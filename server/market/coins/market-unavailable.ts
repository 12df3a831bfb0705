import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { UpstreamError } from '../provider.ts';

const usualRetryMs: Milliseconds = 10_000;

/** The error for a visitor when neither the provider nor the cache has an answer. */
export function marketUnavailable(retryAfterMs: Milliseconds = usualRetryMs): AppError {
  return new AppError(
    'market_unavailable',
    'This market data is not available right now. Please try again.',
    {
      retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)),
    },
  );
}

/** Converts a provider error to `market_unavailable`; returns other errors unchanged. */
export function toMarketUnavailable(error: unknown): unknown {
  return error instanceof UpstreamError ? marketUnavailable(error.retryAfterMs) : error;
}
