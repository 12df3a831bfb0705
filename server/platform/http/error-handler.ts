import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { describeError } from './error-answer.ts';

/** Turns whatever a route throws into the one shape of error body; faults are logged under the request's id. */
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
 * The refusal of an address that nobody answers, before any body is read: under `/api`, and for every method but GET
 * and HEAD. What remains is a page that does not exist; `setNotFoundHandler` is the pages' own.
 */
export function refuseUnknown(request: FastifyRequest): AppError | undefined {
  if (!request.is404) return undefined;
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url);
  return isPage ? undefined : new AppError('not_found', 'Not found.');
}

/** Refuses a page under `/api`, where a plugin that was asked for a file it does not have would show one. */
export function refuseApiPath({ url }: FastifyRequest): void {
  if (isApiPath(url)) throw new AppError('not_found', 'Not found.');
}

function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url);
}
