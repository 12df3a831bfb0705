import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import { coinParamsSchema } from '../coins/query-schemas.ts';
import { logoSizes } from './logo-addresses.ts';
import { createLogoService, type LogoServiceDeps } from './logo-service.ts';

/** An SVG opened as a page must not run scripts. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
const longCacheHeaders = { ...pictureHeaders, 'cache-control': 'public, max-age=86400' };
const provisionalHeaders = { ...pictureHeaders, 'cache-control': 'public, max-age=300' };

const querySchema = z.object({ size: z.enum(logoSizes, 'Must be small or large').default('small') });

/** `GET /images/coins/{id}`: the logo of a coin from our own origin, so that no other server sees our visitors. */
export function registerImageRoutes(app: FastifyInstance, deps: LogoServiceDeps): void {
  const logos = createLogoService(deps);

  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/images/coins/:id',
      { schema: { hide: true, params: coinParamsSchema, querystring: querySchema } },
      async (request, reply) => {
        const { body, isProvisional } = await logos.get(request.params.id, request.query.size);
        return sendEncoded(request, reply, body, isProvisional ? provisionalHeaders : longCacheHeaders);
      },
    );
}
