import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '#server/platform/cache/choose-encoding.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import type { ReadyPage } from './page-cache.ts';

/** Cookies determine the page's currency, and the language its number style. */
const vary = 'Cookie, Accept-Language';
/** Revalidated each time, because the page changes with the market. */
const headers = { 'cache-control': 'no-cache', vary };
/** For pages with missing data. */
const retrySeconds = '10';

/** Sends a page. Only a 200 can become a 304, and incomplete pages must not be cached. */
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
