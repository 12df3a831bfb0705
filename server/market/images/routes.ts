import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { sendEncoded } from '../../platform/http-cache.ts';
import { coinParamsSchema } from '../requests.ts';
import { type LogoAddresses, logoSizes } from './logo-addresses.ts';
import { createLogoFetcher } from './logo-fetcher.ts';
import { createLogos } from './logos.ts';
import { fetchPicture, listPictureOrigins } from './picture-fetch.ts';
import { createPictureStore } from './picture-store.ts';

export interface ImageRoutesDeps {
  addresses: LogoAddresses;
  /** Logos are kept in its folder `images`. */
  dataDir: string;
  /** The provider's address as configured: its server may be asked for logos too. */
  providerUrl: string;
  clock?: Clock;
}

const maxStoredBytes = 64 * 1024 * 1024;

/** A picture is nothing but a picture, also where someone opens an SVG by itself. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};
const lastingHeaders = { ...pictureHeaders, 'cache-control': 'public, max-age=86400' };
const provisionalHeaders = { ...pictureHeaders, 'cache-control': 'public, max-age=300' };

const querySchema = z.object({ size: z.enum(logoSizes, 'Must be small or large').default('small') });

/** `GET /images/coins/{id}`: the logo of a coin, through our own origin, so that no visitor is seen by another server. */
export function registerImageRoutes(app: FastifyInstance, deps: ImageRoutesDeps): void {
  const { addresses, dataDir, providerUrl, clock = systemClock } = deps;
  const allowedOrigins = listPictureOrigins(providerUrl);
  const fetcher = createLogoFetcher({
    fetchPicture: (address) => fetchPicture(address, { allowedOrigins }),
    clock,
  });
  const store = createPictureStore({ folder: join(dataDir, 'images'), maxBytes: maxStoredBytes, clock });
  const logos = createLogos({ addresses, fetcher, store, clock });

  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/images/coins/:id',
      { schema: { hide: true, params: coinParamsSchema, querystring: querySchema } },
      async (request, reply) => {
        const { body, isProvisional } = await logos.get(request.params.id, request.query.size);
        return sendEncoded(request, reply, body, isProvisional ? provisionalHeaders : lastingHeaders);
      },
    );
}
