import {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@coingecko/coingecko-typescript/error';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { cleanText, toPlainText } from '#server/platform/http/clean-text.ts';
import { UpstreamError } from '../provider.ts';

/** The provider has no such coin. */
export class CoinNotFoundError extends UpstreamError {
  constructor() {
    super('refused', '404 coin not found');
  }
}

/** Classifies a failed SDK call. `now` converts a Retry-After date into a wait. */
export function toUpstreamError(error: unknown, now: Instant): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (!(error instanceof APIError)) return new UpstreamError('unreadable', 'The answer could not be read');
  if (error.cause instanceof UpstreamError) return error.cause;
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return new UpstreamError('timeout', 'No complete answer in time');
  }
  if (error.status === undefined) return new UpstreamError('unavailable', 'No connection');
  const retryAfterMs = readRetryAfter(error.headers?.get('retry-after'), now);
  // A 404 page that is not JSON refers to the URL, not to the coin.
  if (error.status === 404 && typeof error.error === 'object' && error.error) return new CoinNotFoundError();
  const message = `${error.status} ${readErrorText(error.error, error.message)}`.trim();
  if (error.status === 429) return new UpstreamError('rate_limited', message, retryAfterMs);
  if (error.status >= 500 || error.status === 408) {
    return new UpstreamError('unavailable', message, retryAfterMs);
  }
  return new UpstreamError('refused', message, retryAfterMs);
}

/** Reads a Retry-After in seconds or as an HTTP date; undefined for anything else. */
function readRetryAfter(value: string | null | undefined, now: Instant): Milliseconds | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** How deep messages are nested. */
const maxLevels = 4;

/**
 * The message of an error body, for the log. Known shapes: `{error: text}`, `{status: {error_message}}`, also nested
 * under `error`, `{message}` or `{error: {message}}`, and HTML.
 */
function readErrorText(body: unknown, fallback: string, levels = maxLevels): string {
  if (typeof body === 'object' && body && levels > 0) {
    const { error, status, message, error_message: own } = body as Record<string, unknown>;
    for (const part of [own, message, error, status]) {
      if (typeof part === 'string') return cleanText(part, 200);
      const text = typeof part === 'object' && part ? readErrorText(part, '', levels - 1) : '';
      if (text) return text;
    }
  }
  return cleanText(toPlainText(fallback.slice(0, 2000)), 200);
}

/** The error in a body served with status 200, if any. */
export function findHiddenError(body: unknown): UpstreamError | undefined {
  const status = typeof body === 'object' && body && 'status' in body ? body.status : undefined;
  const code = typeof status === 'object' && status && 'error_code' in status ? status.error_code : undefined;
  if (code === undefined) return undefined;
  return new UpstreamError(code === 429 ? 'rate_limited' : 'unreadable', readErrorText(body, ''));
}
