import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '#server/platform/cache/choose-encoding.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import type { ReadyPage } from './page-cache.ts';

/** Cookies choose its currency, the language its signs in numbers. */
const vary = 'Cookie, Accept-Language';
/** Revalidated each time: the next state of the market changes the page. */
const headers = { 'cache-control': 'no-cache', vary };
/** For pages where data was missing. */
const retrySeconds = '10';

/** Sends a page. Only a 200 can become a 304, and an incomplete page is not cached anywhere. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: ReadyPage): FastifyReply {
  const { status, body, policy } = page;
  reply.code(status);
  if (policy !== null) reply.header('content-security-policy', policy);
  if (status === 200 && page.isComplete) return sendEncoded(request, reply, body, headers);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding === 'br' ? body.brotli : encoding === 'gzip' ? body.gzip : undefined;
  if (compressed) reply.header('content-encoding', encoding);
  if (status === 503) reply.header('retry-after', retrySeconds);
  return reply
    .headers({ 'cache-control': status === 404 ? 'no-cache' : 'no-store', vary: `${vary}, Accept-Encoding` })
    .header('content-type', body.contentType)
    .send(compressed ?? body.identity);
}
