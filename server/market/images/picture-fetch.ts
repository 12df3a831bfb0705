import { detectPictureType } from './picture-type.ts';

export interface PictureFetchOptions {
  /** `https://host` of every server that may be asked. */
  readonly allowedOrigins: ReadonlySet<string>;
  readonly maxBytes?: number;
  /** For the whole answer, body included. */
  readonly timeoutMs?: number;
}

/** The server answered, but with nothing that may be shown. Any other failure: it could not be reached. */
export class PictureRefusedError extends Error {}

const maxRedirects = 2;
const providerOrigins = ['https://coin-images.coingecko.com', 'https://assets.coingecko.com'];
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The servers that logos may come from: CoinGecko's, and the one the operator named as the provider. Plain http is
 * for a provider on this very machine only.
 */
export function listPictureOrigins(providerUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname } = new URL(providerUrl);
  const isTrusted = protocol === 'https:' || loopbackHosts.has(hostname);
  return new Set(isTrusted ? [...providerOrigins, origin] : providerOrigins);
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers.get('content-length')) > maxBytes)
    throw new PictureRefusedError('picture too large');
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new PictureRefusedError('picture too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches a raster picture of at most 512 KiB within 5 seconds, from allowed servers only, also where one redirects.
 * Throws for anything else.
 */
export async function fetchPicture(address: string, options: PictureFetchOptions): Promise<Buffer> {
  const { allowedOrigins, maxBytes = 512 * 1024, timeoutMs = 5_000 } = options;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    let url = new URL(address);
    for (let hops = 0; hops <= maxRedirects; hops++) {
      if (!allowedOrigins.has(url.origin))
        throw new PictureRefusedError('picture from a server that is not allowed');
      const response = await fetch(url, {
        redirect: 'manual',
        signal: abort.signal,
        headers: { accept: 'image/png, image/webp, image/jpeg, image/gif' },
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      if (response.status >= 500) throw new Error(`picture answered ${response.status}`);
      if (!response.ok) throw new PictureRefusedError(`picture answered ${response.status}`);
      const bytes = await readAtMost(response, maxBytes);
      if (!detectPictureType(bytes)) throw new PictureRefusedError('not a picture');
      return bytes;
    }
    throw new PictureRefusedError('picture redirected too often');
  } finally {
    clearTimeout(timer);
    // Whatever was left unread must not go on arriving.
    abort.abort();
  }
}
