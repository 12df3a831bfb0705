import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import { answerClientError } from './client-error.ts';
import { refuseUnknown, sendError } from './error-handler.ts';
import { createRequestLogger } from './request-logger.ts';
import { trackRequester } from './requester.ts';

/** How long a client may take, in milliseconds: a request that trickles in must not occupy a connection. */
export interface HttpTimeouts {
  readonly headers: number;
  readonly request: number;
  readonly keepAlive: number;
  /** How often the others are checked. */
  readonly check: number;
}

const defaultTimeouts: HttpTimeouts = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 72_000,
  check: 1000,
};

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly trustedProxies: number;
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts?: HttpTimeouts | undefined;
}

const bodyLimit = 64 * 1024;
/** A coin id has up to 120 characters, each of which may be percent-encoded. */
const maxParamLength = 400;

/** A web server without routes: limits, timeouts, request ids, zod schemas, cookies, error bodies and common headers. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { logger, headers, trustedProxies, timeouts = defaultTimeouts } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: createRequestLogger,
    genReqId: createRequestIds(),
    // As a number, the framework would trust nobody.
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    bodyLimit,
    // Requests that were under way at shutdown are still answered.
    return503OnClosing: false,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply.headers(headers));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  acceptOnlyJson(app);
  app.register(cookie);
  trackRequester(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    done(refuseUnknown(request));
  });
  if (logger.isLevelEnabled('debug')) logRequests(app);
  return app;
}

/**
 * Bodies are JSON and nothing else. Many clients name that type on every request, so an empty body counts as none.
 */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, null) : parse(request, body, done),
  );
}

/**
 * Path segments as long as our random secrets, because a log reader could follow such a link; and API keys anywhere in
 * the path.
 */
const secretParts = new RegExp(`(?<=/)[\\w-]{43}(?=[/?]|$)|${apiKeyPrefix}[\\w-]{43}`, 'g');

/** One line per response, at debug level. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    // Without the query string, which may have anything.
    const [path = ''] = request.url.split('?', 1);
    const url = path.replace(secretParts, '[hidden]');
    request.log.debug(
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}

/** Ids that differ from those of any other run: a random prefix, then a count. */
function createRequestIds(): () => string {
  const run = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}
