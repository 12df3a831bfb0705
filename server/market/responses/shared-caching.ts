import type { FastifyInstance } from 'fastify';

/** It must show at once what is stale or away. */
const neverShared: ReadonlySet<string> = new Set(['/api/status']);
const cacheable: ReadonlySet<number> = new Set([200, 304]);

/**
 * Lets shared caches, such as a CDN, answer market calls for so many seconds. Browsers still ask each time. Answers to
 * requests with credentials stay out: the plan decides how much history they have. For the routes registered afterwards;
 * 0: for none.
 */
export function allowSharedCaching(app: FastifyInstance, seconds: number): void {
  if (seconds === 0) return;
  const shared = `public, max-age=0, s-maxage=${seconds}`;
  app.addHook('onSend', async ({ headers, routeOptions }, reply) => {
    const isPublic = headers.authorization === undefined && !neverShared.has(routeOptions.url ?? '');
    const isMarket = reply.hasHeader('x-market-data') && reply.getHeader('cache-control') === 'no-cache';
    if (isPublic && isMarket && cacheable.has(reply.statusCode)) reply.header('cache-control', shared);
  });
}
