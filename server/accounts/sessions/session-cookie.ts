import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from '#server/platform/http/cookies.ts';
import { sessionLifeMs } from '../policy.ts';

/**
 * The session cookie. It holds the secret without which a browser's token is worthless. `createCookies` completes its
 * name with a prefix, and sets its attributes.
 */
export interface SessionCookie {
  /** The secret; undefined if the request has no such cookie. */
  get(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookie's name without its prefix. */
const name = 'session';

export function createSessionCookie(cookies: Cookies): SessionCookie {
  return {
    get: (request) => cookies.get(request, name),
    set: (reply, secret) => cookies.set(reply, name, secret, sessionLifeMs),
    clear: (reply) => cookies.clear(reply, name),
  };
}
