import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Whether a browser made the request, by a header that pages can neither set nor omit. */
export function isFromBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined;
}

const maxUserAgentLength = 200;

/** How the browser or program describes itself. */
export function readUserAgent({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
}

/**
 * For the `onRequest` of routes: refuses requests from pages of other sites (`forbidden`) and keeps responses out of
 * caches. Clients other than browsers send neither `Sec-Fetch-Site` nor `Origin` and pass, because they have no other
 * user's cookies to misuse.
 */
export function ownPagesOnly(publicUrl: () => string) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    const site = headers['sec-fetch-site'];
    if (site !== undefined ? site === 'same-origin' : isOwnOrigin(headers, publicUrl())) return;
    throw new AppError('forbidden', 'This call works only from our own pages.');
  };
}

function isOwnOrigin({ origin, host }: FastifyRequest['headers'], publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  return URL.parse(origin)?.host === host;
}

/**
 * Whether the request comes directly from this machine: not through a proxy, and not from a page whose host name
 * resolves to our address.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { socket, headers, host, raw } = request;
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  // Proxies without forwarding headers speak HTTP/1.0, as nginx does by default.
  if (raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return false;
  if (hasForwardingHeader(headers)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(headers.host ?? host);
}

/** Whether a proxy states that it forwarded the request. */
export function hasForwardingHeader(headers: FastifyRequest['headers']): boolean {
  for (const name in headers) {
    if (name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'))
      return true;
  }
  return false;
}

function isLoopback(address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address);
}
