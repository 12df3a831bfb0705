import type { FastifyInstance } from 'fastify';
import { createHttpApp } from '../../server/platform/http/http-app.ts';
import { createLogger } from '../../server/platform/log/logger.ts';

/** The real web server without routes. A test registers those it needs. */
export function createBareApp(headers: Record<string, string> = {}, trustedProxies = 0): FastifyInstance {
  return createHttpApp({ logger: createLogger('silent'), trustedProxies, headers });
}
