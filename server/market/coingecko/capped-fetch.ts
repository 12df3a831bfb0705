import { UpstreamError } from '../provider.ts';

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` for answers of a provider that is not trusted: it reads the whole body before it answers, so that the
 * request's abort signal covers it, refuses more than `maxBytes` (after decompression), follows no redirect (a key
 * would travel along) and says who asks. The body is given as text whatever its type claims.
 */
export function createCappedFetch(options: { maxBytes: number; userAgent: string; fetch?: Fetch }): Fetch {
  const send = options.fetch ?? globalThis.fetch;
  return async (input, init) => {
    const headers = withoutPlatform(init?.headers);
    headers.set('user-agent', options.userAgent);
    const response = await send(input, { ...init, headers, redirect: 'manual' });
    const body = await readCapped(response, options.maxBytes);
    const kept = new Headers({ 'content-type': 'text/plain; charset=utf-8' });
    const retryAfter = response.headers.get('retry-after');
    if (retryAfter !== null) kept.set('retry-after', retryAfter);
    const hasNoBody = response.status === 204 || response.status === 205 || response.status === 304;
    return new Response(hasNoBody ? null : body, { status: response.status, headers: kept });
  };
}

/** The SDK adds headers about the machine it runs on; they are nobody's business. */
function withoutPlatform(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name);
  return headers;
}

async function readCapped(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new UpstreamError('unreadable', `The answer is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
