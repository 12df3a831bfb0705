import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type EncodedBody, encodeBody } from '../cache/encoded-body.ts';
import { sendEncoded } from '../cache/send-encoded.ts';

/** The policy of our pages, plus the images embedded in the viewer's stylesheet. */
const viewerPolicy = {
  'default-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of a session or, for watchlist, portfolios, alerts and price history, an API key',
} as const;

/**
 * `/api/openapi.json`, generated from the schemas of every route registered afterwards, and `/api/docs`, an interactive
 * viewer. The viewer's files come from our own origin.
 */
export async function registerApiDocs(
  app: FastifyInstance,
  info: { title: string; version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer } },
      // Public routes need no token.
      security: [{}, { bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: viewerPolicy,
    // Hides the viewer's top bar, which loads documents from other origins.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
    theme: { title: `${info.title} API` },
  });

  let encoded: Promise<EncodedBody> | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    encoded ??= encodeBody(app.swagger());
    return sendEncoded(request, reply, await encoded, {
      'cache-control': 'public, max-age=0, must-revalidate',
    });
  });
}
