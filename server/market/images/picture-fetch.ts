import { httpClient, type OutgoingResponse } from '#server/platform/net/http-client.ts';
import { ResponseRefusedError } from '#server/platform/net/read-body.ts';
import { detectPictureType } from './picture-type.ts';

export interface PictureFetchOptions {
  /** `https://host` of every server that may be contacted. */
  readonly allowedOrigins: ReadonlySet<string>;
  readonly maxBytes?: number;
  /** Covers the whole response, including the body. */
  readonly timeoutMs?: number;
}

/** The server answered, but with nothing that may be shown. Any other error means that it could not be reached. */
export class PictureRefusedError extends Error {}

const maxRedirects = 2;
const providerOrigins = ['https://coin-images.coingecko.com', 'https://assets.coingecko.com'];
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The servers that logos may come from: CoinGecko's, and the configured provider's. Plain http is allowed only for a
 * provider on this machine.
 */
export function listPictureOrigins(providerUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname } = new URL(providerUrl);
  const isTrusted = protocol === 'https:' || loopbackHosts.has(hostname);
  return new Set(isTrusted ? [...providerOrigins, origin] : providerOrigins);
}

/**
 * Fetches a raster picture of at most 512 KiB within 5 seconds. Every address, including redirect targets, must be on
 * an allowed server. Throws for anything else.
 */
export async function fetchPicture(address: string, options: PictureFetchOptions): Promise<Buffer> {
  const { status, body } = await send(address, options);
  if (status >= 500) throw new Error(`the server of the picture answered ${status}`);
  if (!isSuccess(status)) throw new PictureRefusedError(`the server of the picture answered ${status}`);
  if (!detectPictureType(body)) throw new PictureRefusedError('not a picture');
  return body;
}

async function send(address: string, options: PictureFetchOptions): Promise<OutgoingResponse> {
  const { allowedOrigins, maxBytes = 512 * 1024, timeoutMs = 5_000 } = options;
  try {
    return await httpClient.send(address, {
      headers: { accept: 'image/png, image/webp, image/jpeg, image/gif' },
      reachOf(url) {
        if (allowedOrigins.has(url.origin)) return 'anywhere';
        throw new PictureRefusedError('picture from a server that is not allowed');
      },
      maxRedirects,
      isBodyRead: isSuccess,
      maxBytes,
      timeoutMs,
    });
  } catch (error) {
    throw error instanceof ResponseRefusedError ? new PictureRefusedError(error.message) : error;
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
