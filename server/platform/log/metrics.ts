import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../http/app-error.ts';
import { isFromThisMachine } from '../http/request-origin.ts';

/** A registry with the process's own metrics (CPU, memory, event loop). One per process. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Registers the number of open connections, read on demand. */
export function registerConnections(app: FastifyInstance, registry: Registry): void {
  new Gauge({
    name: 'http_connections',
    help: 'Open connections',
    registers: [registry],
    collect() {
      return new Promise((resolve) => {
        app.server.getConnections((_error, count) => {
          this.set(count ?? 0);
          resolve();
        });
      });
    },
  });
}

/** Counts and times every response by route template, which bounds the number of time series. */
export function recordRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  const seriesByKey = new Map<string, ReturnType<typeof duration.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? nameUnrouted(reply.statusCode) : (request.routeOptions.url ?? 'none');
    const key = `${request.method} ${reply.statusCode} ${route}`;
    let series = seriesByKey.get(key);
    if (!series) {
      series = duration.labels(request.method, route, String(reply.statusCode));
      seriesByKey.set(key, series);
    }
    series.observe(reply.elapsedTime / 1000);
    done();
  });
}

/** Pages have no routes: they answer whatever no route matches. */
function nameUnrouted(status: number): string {
  return status === 404 ? 'none' : 'page';
}

/**
 * `/metrics` in Prometheus's text format: for connections from this machine without a proxy, and from elsewhere with
 * `token` as bearer. Without a configured token, nobody else may read it.
 */
export function registerMetricsRoute(
  app: FastifyInstance,
  { registry, token }: { readonly registry: Registry; readonly token?: string | undefined },
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isFromThisMachine(request) && !hasToken(request, token)) throw refusal(token);
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** Has the same length for every text, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refusal(token: string | undefined): AppError {
  return token === undefined
    ? new AppError(
        'forbidden',
        'Metrics are for this machine only: set METRICS_TOKEN to read them from elsewhere.',
      )
    : new AppError('unauthorized', 'Metrics require the bearer token of METRICS_TOKEN.');
}
