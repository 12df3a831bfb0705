import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentEncoding, chooseEncoding } from './choose-encoding.ts';
import type { EncodedBody } from './encoded-body.ts';

const suffixes: Record<ContentEncoding, string> = { br: '-br', gzip: '-gz', identity: '' };

function tagFor(body: EncodedBody, encoding: ContentEncoding): string {
  return encoding === 'identity' ? body.etag : `${body.etag.slice(0, -1)}${suffixes[encoding]}"`;
}

function bytesFor(body: EncodedBody, encoding: ContentEncoding): Buffer | undefined {
  if (encoding === 'br') return body.brotli;
  return encoding === 'gzip' ? body.gzip : body.identity;
}

/** Some twenty tags. A longer header names none that counts: reading it takes several times as long as all else. */
const maxTagsLength = 1000;

/**
 * The ETag of this body in an If-None-Match header, if any. That of another encoding counts too: the data is the same,
 * and repeating the tag lets the client's cache find its stored response.
 */
function matchingTag(header: string, body: EncodedBody, encoding: ContentEncoding): string | undefined {
  const chosen = tagFor(body, encoding);
  if (header === chosen) return chosen;
  if (header.length > maxTagsLength) return undefined;
  if (header.trim() === '*') return chosen;
  const named = new Set(header.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  const ours = [chosen, body.etag, tagFor(body, 'br'), tagFor(body, 'gzip')];
  return ours.find((tag) => named.has(tag));
}

/**
 * Sends a body in the negotiated encoding with a strong ETag, or a 304 if the client has it. Ignores If-Modified-Since,
 * because late global figures change a body but not its date.
 */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
  headers: Record<string, string>,
): FastifyReply {
  const requested = request.headers;
  const wanted = body.gzip ? chooseEncoding(requested['accept-encoding']) : 'identity';
  const bytes = bytesFor(body, wanted) ?? body.identity;
  const encoding = bytes === body.identity ? 'identity' : wanted;

  reply.headers(headers);
  if (body.gzip) reply.header('vary', headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding');
  if (body.lastModified) reply.header('last-modified', body.lastModified);

  const ifNoneMatch = requested['if-none-match'];
  const matched = ifNoneMatch === undefined ? undefined : matchingTag(ifNoneMatch, body, encoding);
  reply.header('etag', matched ?? tagFor(body, encoding));
  if (matched !== undefined) return reply.code(304).send();

  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', body.contentType).send(bytes);
}
