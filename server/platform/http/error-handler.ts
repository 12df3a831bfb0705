import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { describeError } from './error-answer.ts';

/** Turns anything a route throws into an error body. Faults are logged under the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter } = describeError(error, request.id);
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'a request failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/**
 * The error for an unknown address, returned before any body is read: under `/api`, and for methods other than GET and
 * HEAD. The rest are missing pages, which the pages' `setNotFoundHandler` answers.
 */
export function refuseUnknown(request: FastifyRequest): AppError | undefined {
  if (!request.is404) return undefined;
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url);
  return isPage ? undefined : new AppError('not_found', 'Not found.');
}

/**
 * Throws `not_found` for an address under `/api`: a plugin that has no such file also passes the request to the pages'
 * not-found handler.
 */
export function refuseApiPath({ url }: FastifyRequest): void {
  if (isApiPath(url)) throw new AppError('not_found', 'Not found.');
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url);
}

/** In characters. Longer paths lead nowhere, and reading all of one takes many times as long as all else. */
const maxPathLength = 1000;

/**
 * The URL to route. A page's path with broken percent-encoding is taken literally: it names no page, and so gets the
 * page that says so. Under `/api` such a path is refused, like everything that can't be read. Of a long path, the beginning
 * is enough to find that it leads nowhere.
 */
export function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  if (url.length <= maxPathLength && (!url.includes('%') || isApiPath(url))) return url;
  const end = url.search(/[?#]/);
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, maxPathLength);
  const rest = end < 0 ? '' : url.slice(end);
  return (isApiPath(url) || isDecodable(path) ? path : path.replaceAll('%', '%25')) + rest;
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, because the bundler drops a call that only serves to throw.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
