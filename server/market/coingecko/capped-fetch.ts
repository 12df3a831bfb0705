import type { HttpClient } from '#server/platform/net/http-client.ts';
import { ResponseRefusedError } from '#server/platform/net/read-body.ts';
import { UpstreamError } from '../provider.ts';

/** A backstop: every call has a signal that aborts it earlier. */
const timeoutMs = 15_000;
const statusesWithoutBody = new Set([204, 205, 304]);

/**
 * A `fetch` for the SDK on top of our client. It reads the whole body before it resolves, so that the request's signal
 * covers it; refuses more than `maxBytes` after decompression; and follows no redirects, which would leak the key. The
 * body is returned as text, whatever its declared type.
 */
export function createCappedFetch(options: {
  http: HttpClient;
  maxBytes: number;
  userAgent: string;
}): typeof globalThis.fetch {
  const { http, maxBytes, userAgent } = options;
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const { status, headers, body } = await http
      .send(address, {
        headers: { ...withoutPlatform(init?.headers), 'user-agent': userAgent },
        // The provider's address is configured by the operator.
        reachOf: () => 'anywhere',
        isBodyRead: (status) => !statusesWithoutBody.has(status),
        maxBytes,
        timeoutMs,
        signal: init?.signal,
      })
      .catch((error: unknown) => {
        throw error instanceof ResponseRefusedError ? new UpstreamError('unreadable', error.message) : error;
      });
    const kept = new Headers({ 'content-type': 'text/plain; charset=utf-8' });
    const retryAfter = headers.get('retry-after');
    if (retryAfter !== undefined) kept.set('retry-after', retryAfter);
    const text = statusesWithoutBody.has(status) ? null : body.toString();
    return new Response(text, { status, headers: kept });
  };
}

/** Removes the headers in which the SDK describes this machine. */
function withoutPlatform(given: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries([...new Headers(given)].filter(([name]) => !name.startsWith('x-stainless-')));
}
