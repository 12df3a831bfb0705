import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { isPublicAddress, lookupPublic, NotPublicError } from './public-address.ts';

export interface FetchBytesOptions {
  /** `accept-encoding` is ours. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the body, after decompression. */
  readonly maxBytes: number;
  /** For everything together: names, redirects, the last byte of the body. */
  readonly timeoutMs: number;
  /** Ends it before. */
  readonly signal?: AbortSignal;
}

export interface FetchedBytes {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty where the status is not 200. */
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/** The other side answered with what is not to be read, or leads to where nobody may be led. */
export class FetchRefusedError extends Error {}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * GETs an http(s) address that somebody trusted has named. It may be anywhere; what it redirects to may only be on
 * the public internet, by the very address that is connected to. Throws for whatever goes wrong, too much and too
 * late included; a status is no failure.
 */
export async function fetchBytes(address: string, options: FetchBytesOptions): Promise<FetchedBytes> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  let url = new URL(address);
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await request(url, options, { signal, isGuarded: hops > 0 });
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (redirects.has(status) && location) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    const body = await readBody(response, options.maxBytes, signal);
    return { status, headers: response.headers, body, url: url.href };
  }
  throw new FetchRefusedError('It redirects too often');
}

function request(
  url: URL,
  options: FetchBytesOptions,
  { signal, isGuarded }: { signal: AbortSignal; isGuarded: boolean },
): Promise<IncomingMessage> {
  if (isGuarded) refuseUnsafe(url);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    send(url, {
      signal,
      // A connection of its own: one opened without the guard must not be used again behind it.
      agent: false,
      headers: { ...options.headers, 'accept-encoding': 'gzip, br' },
      ...(isGuarded && { lookup: lookupPublic }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

/** Addresses written as such are never looked up, so they are checked here. */
function refuseUnsafe(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefusedError(`It redirects to ${url.protocol}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublicError(host);
}

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy();
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const decoder = createDecoder(response.headers['content-encoding']);
  if (!decoder) {
    response.destroy();
    throw new FetchRefusedError('It is encoded in a way that was not asked for');
  }
  await pipeline(
    response,
    decoder,
    async (decoded: AsyncIterable<Buffer>) => {
      for await (const chunk of decoded) {
        length += chunk.length;
        if (length > maxBytes) throw new FetchRefusedError(`It is larger than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
    },
    { signal },
  );
  return Buffer.concat(chunks);
}

function createDecoder(encoding = 'identity'): Transform | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  return name === 'identity' || name === '' ? new PassThrough() : undefined;
}
