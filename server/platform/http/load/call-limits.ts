import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import { type RateLimit, type RateLimiter, type RateWindow, takeOrThrow } from '../../limits/rate-limiter.ts';
import { networkOf } from '../../net/network-of.ts';
import { readBearer } from '../bearer.ts';
import { isApiPath } from '../error-handler.ts';
import { isOwnRead } from '../requester.ts';

/** Generous for people: a page makes a handful of calls. */
export const maxReadsPerMinute = 1200;
export const maxWritesPerMinute = 300;
/** A network has many users. */
const networkFactor = 10;

const perMinute = (count: number): readonly RateWindow[] => [{ count, ms: 60_000 }];
const windows = {
  read: { session: perMinute(maxReadsPerMinute), network: perMinute(maxReadsPerMinute * networkFactor) },
  write: { session: perMinute(maxWritesPerMinute), network: perMinute(maxWritesPerMinute * networkFactor) },
} as const;
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits calls under `/api` by session and by network, before any other work is done for them. API keys have their own
 * limits instead of a session's. `limiter` is consulted on every call, so it must not write to the database.
 */
export function limitCalls(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // By route, because the router also decodes addresses such as `/%61pi`.
    const path = request.routeOptions.url ?? request.url;
    if (!isApiPath(path) || isOwnRead()) return done();
    takeOrThrow(limiter, listLimits(request)).then(() => done(), done);
  });
}

function listLimits(request: FastifyRequest): RateLimit[] {
  const kind = reads.has(request.method) ? 'read' : 'write';
  const session = sessionOf(request);
  const limits = [{ subject: `${kind} network ${networkOf(request.ip)}`, windows: windows[kind].network }];
  if (session) limits.push({ subject: `${kind} session ${session}`, windows: windows[kind].session });
  return limits;
}

/**
 * Identifies a session by the end of its token, the signature: nobody can use up the calls of a session without its
 * token, and no token has to be verified for that.
 */
function sessionOf(request: FastifyRequest): string | undefined {
  const bearer = readBearer(request);
  if (bearer === undefined || bearer.startsWith(apiKeyPrefix)) return undefined;
  // A copy: a slice would keep the whole token in memory for as long as its calls are counted.
  return Buffer.from(bearer.slice(-43)).toString();
}
