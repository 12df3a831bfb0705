import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentEncoding, chooseEncoding } from '../http/content-negotiation.ts';

/** A body serialised and compressed once, to be sent as bytes any number of times. */
export interface EncodedBody {
  readonly contentType: string;
  /** Strong ETag of the identity bytes, with its quotes; each encoding adds its own suffix. */
  readonly etag: string;
  /** When the data was fetched upstream, as an HTTP date. */
  readonly lastModified: string | undefined;
  readonly identity: Buffer;
  /** Absent where compressing is of no use (pictures). */
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

export interface EncodeOptions {
  contentType?: string;
  /** Milliseconds since 1970. */
  lastModified?: number | undefined;
  /** False for bytes that are compressed already. */
  compress?: boolean;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Takes about gzip's time on a market list; nine takes four times as long for one more percent. */
const brotliQuality = 5;

/**
 * Serialises (what is not a Buffer or text goes through JSON) and compresses once, off the main thread.
 * The same value gives the same bytes and ETag.
 */
export async function encodeBody(value: unknown, options: EncodeOptions = {}): Promise<EncodedBody> {
  const identity = Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  };
  const [gzipped, brotli] =
    options.compress === false
      ? []
      : await Promise.all([gzipAsync(identity), brotliAsync(identity, brotliOptions)]);
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

const suffixes: Record<ContentEncoding, string> = { br: '-br', gzip: '-gz', identity: '' };

function tagFor(body: EncodedBody, encoding: ContentEncoding): string {
  return encoding === 'identity' ? body.etag : `${body.etag.slice(0, -1)}${suffixes[encoding]}"`;
}

function bytesFor(body: EncodedBody, encoding: ContentEncoding): Buffer | undefined {
  if (encoding === 'br') return body.brotli;
  return encoding === 'gzip' ? body.gzip : body.identity;
}

/**
 * The tag of ours that an If-None-Match header names, if any. The tag of another encoding counts: it names the same
 * data, and is given back so that the asker's cache finds the answer it stored.
 */
function matchingTag(header: string, body: EncodedBody, encoding: ContentEncoding): string | undefined {
  const chosen = tagFor(body, encoding);
  if (header === chosen) return chosen;
  if (header.trim() === '*') return chosen;
  const named = new Set(header.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  const ours = [chosen, body.etag, tagFor(body, 'br'), tagFor(body, 'gzip')];
  return ours.find((tag) => named.has(tag));
}

/**
 * Sends an encoded body: negotiated encoding, strong ETag, 304 without a body to an asker that names its tag, HEAD
 * without a body. `headers` are added as they are. If-Modified-Since is passed over: figures that come late change a
 * body without its date.
 */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
  headers: Record<string, string>,
): FastifyReply {
  const asked = request.headers;
  const wanted = body.gzip ? chooseEncoding(asked['accept-encoding']) : 'identity';
  const bytes = bytesFor(body, wanted) ?? body.identity;
  const encoding = bytes === body.identity ? 'identity' : wanted;

  reply.headers(headers);
  if (body.gzip) reply.header('vary', 'Accept-Encoding');
  if (body.lastModified) reply.header('last-modified', body.lastModified);

  const ifNoneMatch = asked['if-none-match'];
  const matched = ifNoneMatch === undefined ? undefined : matchingTag(ifNoneMatch, body, encoding);
  reply.header('etag', matched ?? tagFor(body, encoding));
  if (matched !== undefined) return reply.code(304).send();

  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', body.contentType).send(bytes);
}
