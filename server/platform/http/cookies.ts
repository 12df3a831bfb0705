import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies that scripts cannot read and that only our own pages send. */
export interface Cookies {
  get(request: FastifyRequest, name: string): string | undefined;
  set(reply: FastifyReply, name: string, value: string, maxAgeMs: number): void;
  clear(reply: FastifyReply, name: string): void;
}

/**
 * `isSecure`: the public address is https, or this machine: browsers take `Secure` cookies from both, and the prefix
 * `__Host-` keeps other hosts of the domain from setting them. Values have to be base64url.
 */
export function createCookies(isSecure: boolean): Cookies {
  const prefix = isSecure ? '__Host-altimeter-' : 'altimeter-';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

  function write(reply: FastifyReply, name: string, value: string, seconds: number): void {
    reply.header('set-cookie', `${prefix}${name}=${value}; Max-Age=${seconds}; ${attributes}`);
  }

  return {
    get: (request, name) => readCookie(request.headers.cookie, prefix + name),
    set: (reply, name, value, maxAgeMs) => write(reply, name, value, Math.floor(maxAgeMs / 1000)),
    clear: (reply, name) => write(reply, name, '', 0),
  };
}

const longest = 200;

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() !== name || !value) continue;
    const text = value.trim();
    return text.length <= longest && /^[\w-]+$/.test(text) ? text : undefined;
  }
  return undefined;
}
