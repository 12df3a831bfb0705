import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A body serialized and compressed once, and sent as bytes any number of times. */
export interface EncodedBody {
  readonly contentType: string;
  /** Strong ETag of the uncompressed bytes, in quotation marks; each encoding adds a suffix. */
  readonly etag: string;
  /** When the data was fetched upstream, as an HTTP date. */
  readonly lastModified: string | undefined;
  readonly identity: Buffer;
  /** Undefined if compression gains nothing, as for pictures. */
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** The memory of a body in all its encodings, in bytes. */
export const sizeOfBody = ({ identity, gzip, brotli }: EncodedBody): number =>
  identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0);

export interface EncodeOptions {
  contentType?: string;
  /** Milliseconds since 1970. */
  lastModified?: number | undefined;
  /** False for bytes that are already compressed. */
  compress?: boolean;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** About as fast as gzip on a market list; level 9 takes four times as long for one percent. */
const brotliQuality = 5;
/** A tenth smaller, but forty times slower. */
const bestBrotliQuality = 11;

/**
 * Serializes a value (a Buffer or string unchanged, anything else as JSON) and compresses it off the main thread. Equal
 * values have equal bytes and ETags.
 */
export async function encodeBody(value: unknown, options: EncodeOptions = {}): Promise<EncodedBody> {
  const identity = Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const [gzipped, brotli] =
    options.compress === false
      ? []
      : await Promise.all([gzipAsync(identity), compressBrotli(identity, brotliQuality)]);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return {
    contentType: options.contentType ?? 'application/json; charset=utf-8',
    etag: `"${digest}"`,
    lastModified:
      options.lastModified === undefined ? undefined : new Date(options.lastModified).toUTCString(),
    identity,
    gzip: gzipped,
    brotli,
  };
}

/**
 * The same body with brotli's best compression, made off the main thread. For frequently sent bodies, because it takes
 * a quarter of a second. Keeps the ETag: it identifies the data, and changing it would make every reader of the first
 * body reload.
 */
export async function compressFully(body: EncodedBody): Promise<EncodedBody> {
  return body.brotli ? { ...body, brotli: await compressBrotli(body.identity, bestBrotliQuality) } : body;
}

function compressBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
