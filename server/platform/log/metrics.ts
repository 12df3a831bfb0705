import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A registry with the process's own metrics (CPU, memory, event loop). One per process. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts and times every response by route template, so that the number of time series stays bounded. */
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

/** Pages have no routes of their own: they answer what no route matches. */
function nameUnrouted(status: number): string {
  return status === 404 ? 'none' : 'page';
}

/** `/metrics` in Prometheus's text format. */
export function registerMetricsRoute(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await registry.metrics();
    return reply.header('content-type', registry.contentType).header('cache-control', 'no-store').send(text);
  });
}
