import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '#server/platform/cache/choose-encoding.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import type { ReadyPage } from './page-cache.ts';

/** Kept, but asked for again each time: the next state of the market makes another page. */
const headers = { 'cache-control': 'no-cache' };
/** Where data was missing, it is worth asking again soon. */
const retrySeconds = '10';

/** Sends a page. Only a 200 can turn into a 304; a page that stands without its data is not kept by anyone. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: ReadyPage): FastifyReply {
  const { status, body } = page;
  reply.code(status);
  if (status === 200 && page.isComplete) return sendEncoded(request, reply, body, headers);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding === 'br' ? body.brotli : encoding === 'gzip' ? body.gzip : undefined;
  if (compressed) reply.header('content-encoding', encoding);
  if (status === 503) reply.header('retry-after', retrySeconds);
  return reply
    .headers({ 'cache-control': status === 404 ? 'no-cache' : 'no-store', vary: 'Accept-Encoding' })
    .header('content-type', body.contentType)
    .send(compressed ?? body.identity);
}
