import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { coinIdSchema } from '#contract/market.ts';
import { newsSchema, trendingTopicsSchema } from '#contract/news.ts';
import { createEncodedCache } from '#server/platform/cache/encoded-cache.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import { describeDefault, wholeNumber } from '#server/platform/http/query-fields.ts';
import { isOwnRead } from '#server/platform/http/requester.ts';
import { type RateLimiter, takeOrThrow, unlimited } from '#server/platform/limits/rate-limiter.ts';
import { networkOf } from '#server/platform/net/network-of.ts';
import type { NewsArticle, NewsService } from './service.ts';
import { drawSourceMark, sourceMarkPath } from './source-mark.ts';

export interface NewsRoutesDeps {
  readonly news: NewsService;
  /** The origin of the URLs of source marks. */
  readonly publicUrl: () => string;
  /** Counts the lists that are read for each network. */
  readonly limiter?: RateLimiter | undefined;
}

const tags = ['news'];
const maxPerPage = 250;
const cacheBounds = { maxEntries: 300, maxBytes: 12 * 1024 * 1024 };
/** Clients revalidate each time, often with a 304. */
const headers = { 'cache-control': 'no-cache' };

/**
 * How many different lists are read for one network (/24, /56) in a minute: there are tens of thousands, each of which
 * takes the database some milliseconds. Most requests are answered from the cache.
 */
export const maxListsPerMinute = 200;
const readWindows = [{ count: maxListsPerMinute, ms: 60_000 }];

const querySchema = z.object({
  coin: coinIdSchema.optional().meta({ description: 'A coin’s id: only articles that name it' }),
  page: wholeNumber(1, 100_000, 'Must be a whole number, 1 or more').default(1).meta(describeDefault(1)),
  per_page: wholeNumber(1, maxPerPage, `Must be a whole number from 1 to ${maxPerPage}`)
    .default(100)
    .meta(describeDefault(100)),
});

/** The news routes. Responses are bytes encoded once; the response schemas only document them. */
export function registerNewsRoutes(
  app: FastifyInstance,
  { news, publicUrl, limiter = unlimited }: NewsRoutesDeps,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const bodies = createEncodedCache(cacheBounds);
  const options = () => ({ lastModified: news.changedAt() ?? undefined });

  routes.get(
    '/api/news',
    {
      schema: {
        tags,
        summary: 'News, the newest first',
        querystring: querySchema,
        response: { 200: newsSchema, 400: errorBodySchema },
      },
    },
    async (request, reply) => {
      const { page, per_page: perPage } = request.query;
      const coin = request.query.coin?.toLowerCase();
      const countRead = () =>
        takeOrThrow(limiter, [{ subject: `lists for ${networkOf(request.ip)}`, windows: readWindows }]);
      const query = { coin, page, perPage };
      const articles = await news.listArticles(query, isOwnRead() ? undefined : countRead);
      const origin = publicUrl();
      const make = () => ({ data: articles.map((article) => withMark(article, origin)) });
      const key = `${origin} ${page} ${perPage} ${coin ?? ''}`;
      return sendEncoded(request, reply, await bodies.get(key, articles, make, options()), headers);
    },
  );

  routes.get(
    '/api/news/trending-topics',
    {
      schema: {
        tags,
        summary: 'Trending topics of the news',
        response: { 200: trendingTopicsSchema },
      },
    },
    async (request, reply) => {
      const topics = await news.listTopics();
      const body = await bodies.get('topics', topics, () => topics, options());
      return sendEncoded(request, reply, body, headers);
    },
  );

  registerMarkRoute(app);
}

function withMark({ source, ...article }: NewsArticle, origin: string) {
  return { ...article, source: { name: source, favicon: origin + sourceMarkPath(source) } };
}

/** An SVG opened as a page must not run scripts. */
const markHeaders = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=86400',
};

/** `GET /images/sources/{name}`: a source's mark from our own origin, so that no other server sees our visitors. */
function registerMarkRoute(app: FastifyInstance): void {
  const params = z.object({ name: z.string().max(80) });
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/images/sources/:name', { schema: { hide: true, params } }, (request, reply) =>
      reply.headers(markHeaders).send(drawSourceMark(request.params.name)),
    );
}
