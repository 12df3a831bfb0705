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
  const documents = createDocuments(app);
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      preHandler(request, reply, next) {
        const name = request.routeOptions.url?.split('/').at(-1);
        if (name !== 'json' && name !== 'yaml') return next();
        documents[name]().then((body) => sendEncoded(request, reply, body, documentHeaders), next);
      },
    },
    staticCSP: viewerPolicy,
    // Hides the viewer's top bar, which loads documents from other origins.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
    theme: { title: `${info.title} API` },
  });

  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    sendEncoded(request, reply, await documents.json(), documentHeaders),
  );
}

const documentHeaders = { 'cache-control': 'public, max-age=0, must-revalidate' };

/**
 * The description in both formats, each encoded once and sent as the same bytes to everybody. It is so long that slow
 * readers of their own copies, as the viewer's routes make them, would fill the memory.
 */
function createDocuments(app: FastifyInstance) {
  let json: Promise<EncodedBody> | undefined;
  let yaml: Promise<EncodedBody> | undefined;
  return {
    json() {
      json ??= encodeBody(app.swagger());
      return json;
    },
    yaml() {
      yaml ??= encodeBody(app.swagger({ yaml: true }), { contentType: 'application/x-yaml; charset=utf-8' });
      return yaml;
    },
  };
}
