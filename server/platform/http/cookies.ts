import cookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A longer header has cookies of other applications. */
const maxHeaderLength = 1000;
/** More than we have. */
const maxOwn = 20;
/** The library's types lack its option for reading. */
const parseOptions: CookieSerializeOptions & { decode(text: string): string } = { decode: (text) => text };
const own = /(?:^|; ?)((?:__Host-)?altimeter-[^;]*)/g;

/**
 * Reads cookies with `@fastify/cookie`. Anybody can send thousands in each request, before any limit: of a long header only
 * our own are read. They contain nothing that is encoded, and decoding would throw for each one with a stray `%`.
 */
export function readCookies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const { cookie: all = '' } = headers;
    if (all.length > maxHeaderLength)
      headers.cookie = [...all.matchAll(own)]
        .slice(0, maxOwn)
        .map(([, pair]) => pair)
        .join('; ');
    done();
  });
  app.register(cookie, { parseOptions });
}

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
