import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { isDenseJson } from '../large-json/dense-json.ts';
import { AppError } from './app-error.ts';
import { answerClientError } from './client-error.ts';
import { type ConnectionCaps, capOpenRequests } from './connections/connection-caps.ts';
import { createHttpServers, defaultTimeouts, type HttpTimeouts, hasHost } from './connections/http-server.ts';
import { systemCaps } from './connections/open-files.ts';
import { readCookies } from './cookies.ts';
import { readableUrl, refuseUnknown, sendError } from './error-handler.ts';
import { createRequestLogger } from './request-logger.ts';
import { trackRequester } from './requester.ts';

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly trustedProxies: number;
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts?: HttpTimeouts | undefined;
  readonly caps?: ConnectionCaps | undefined;
  readonly clock?: Clock | undefined;
}

const bodyLimit = 64 * 1024;
/** A batch of 1,000 transactions that name 10,000 lots has 50,000 values. Reading these takes a twentieth of a second. */
const maxValues = 80_000;
/** A coin id has up to 120 characters, each of which may be percent-encoded. */
const maxParamLength = 400;
/** Browsers send some twenty characters. */
const maxEncodingsLength = 500;
/** Some twenty addresses. Each proxy adds the last one, so only the last ones count. */
const maxForwardedLength = 1000;

/**
 * A web server without routes: limits, timeouts, request ids, zod schemas, cookies, error bodies and common headers.
 */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { logger, headers, trustedProxies, timeouts = defaultTimeouts } = options;
  const caps = options.caps ?? systemCaps();
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: createRequestLogger,
    genReqId: createRequestIds(),
    // A function, because with a number the framework would trust nobody.
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    bodyLimit,
    // Requests in progress at shutdown are still answered.
    return503OnClosing: false,
    serverFactory: createHttpServers({ ...options, timeouts, caps, isBehindProxy: trustedProxies > 0 }),
    rewriteUrl: readableUrl,
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
  cutLongHeaders(app);
  readCookies(app);
  trackRequester(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    done(hasHost(request.raw) ? refuseUnknown(request) : noHost());
  });
  capOpenRequests(app, caps);
  if (logger.isLevelEnabled('debug')) logRequests(app);
  return app;
}

/**
 * Cuts headers that libraries read as a whole, some of them several times. Anybody can send thousands of entries in each
 * request, before any limit, and reading them takes many times as long as all else.
 */
function cutLongHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const { 'accept-encoding': encodings = '', 'x-forwarded-for': forwarded = '' } = headers;
    if (encodings.length > maxEncodingsLength)
      headers['accept-encoding'] = encodings.slice(0, maxEncodingsLength);
    if (forwarded.length > maxForwardedLength) {
      const last = forwarded.slice(-maxForwardedLength);
      // Begins with a whole address.
      headers['x-forwarded-for'] = last.slice(last.indexOf(',') + 1);
    }
    done();
  });
}

/** Accepts only JSON bodies. Many clients send that type with every request, so an empty body counts as none. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === ''
      ? done(null, null)
      : isTooDense(body)
        ? done(new AppError('invalid_request', 'The request could not be read.'))
        : parse(request, body, done),
  );
}

/** A small body is always read quickly, whatever it contains. */
function isTooDense(body: string): boolean {
  return body.length > bodyLimit && isDenseJson(body.length, (at) => body.charCodeAt(at), maxValues);
}

function noHost(): AppError {
  return new AppError('invalid_request', 'The request has no Host header.');
}

/** Logs one line per response at debug level. Uses the route, because a URL may contain secrets or what users wrote. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, is404, routeOptions } = request;
    const route = is404 ? 'none' : routeOptions.url;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route, status: reply.statusCode, ms }, 'answered');
  });
}

/** Ids unique across runs: a random prefix, then a counter. */
function createRequestIds(): () => string {
  const run = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}
