import type { FastifyInstance } from 'fastify';
import { isReducedAnswer } from '#server/platform/http/requester.ts';

/** Must show stale or unavailable data immediately. */
const neverShared: ReadonlySet<string> = new Set(['/api/status']);
const cacheable: ReadonlySet<number> = new Set([200, 304]);

/**
 * Lets shared caches, such as a CDN, answer market calls for this many seconds. Browsers still revalidate. Responses to
 * requests with credentials are excluded, because the plan determines the length of their history. So are those that
 * lack what others could get. Applies to routes registered afterwards; 0 disables it.
 */
export function allowSharedCaching(app: FastifyInstance, seconds: number): void {
  if (seconds === 0) return;
  const shared = `public, max-age=0, s-maxage=${seconds}`;
  app.addHook('onSend', async (request, reply) => {
    const { headers, routeOptions } = request;
    const isPublic = headers.authorization === undefined && !neverShared.has(routeOptions.url ?? '');
    const isMarket = reply.hasHeader('x-market-data') && reply.getHeader('cache-control') === 'no-cache';
    if (isPublic && isMarket && cacheable.has(reply.statusCode) && !isReducedAnswer(request))
      reply.header('cache-control', shared);
  });
}
