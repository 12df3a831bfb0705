import type { FastifyInstance } from 'fastify';
import { hasForwardingHeader } from './request-origin.ts';

/** Warns once if requests come through an untrusted proxy, because all visitors would share its address and limits. */
export function warnOfProxy(app: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies > 0) return;
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && hasForwardingHeader(request.headers)) {
      isWarned = true;
      request.log.warn(
        'a request has forwarding headers, but TRUST_PROXY is off: behind a proxy, set it to the number of proxies, or all visitors share one address and its limits',
      );
    }
    done();
  });
}
