import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies that scripts can't read and that are only sent with requests from our own pages. */
export interface Cookies {
  get(request: FastifyRequest, name: string): string | undefined;
  set(reply: FastifyReply, name: string, value: string, maxAgeMs: number): void;
  clear(reply: FastifyReply, name: string): void;
}

/** The form of our own values: base64url. */
const ownValue = /^[\w-]{1,200}$/;

/**
 * Cookies through `@fastify/cookie`, which the application has registered. `isSecure`: the public address is https or
 * this machine. Browsers accept `Secure` cookies from both, and the prefix `__Host-` keeps other hosts of the domain
 * from setting them.
 */
export function createCookies(isSecure: boolean): Cookies {
  const prefix = isSecure ? '__Host-altimeter-' : 'altimeter-';
  const attributes: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  };
  return {
    get(request, name) {
      const value = request.cookies[prefix + name];
      return value !== undefined && ownValue.test(value) ? value : undefined;
    },
    set(reply, name, value, maxAgeMs) {
      reply.setCookie(prefix + name, value, { ...attributes, maxAge: Math.floor(maxAgeMs / 1000) });
    },
    clear(reply, name) {
      reply.setCookie(prefix + name, '', { ...attributes, maxAge: 0 });
    },
  };
}
