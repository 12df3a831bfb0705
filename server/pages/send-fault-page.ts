import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#server/platform/http/app-error.ts';
import { escapeHtml } from './document.ts';

/** Sends a page for an internal error: plain HTML without assets, with the id of the error in the log. */
export function sendFaultPage(
  error: unknown,
  siteName: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.log.error({ err: error }, 'could not render a page');
  const body = `<h1>Something went wrong on our side</h1><p>Please try again in a moment.</p><p><a href="/">Go Home</a></p><p>Reference: ${request.id}</p>`;
  return sendPlainPage(reply.code(500), `Something went wrong | ${siteName}`, body);
}

/** Sends a page to a network that has reached its limit of renderings. */
export function sendBusyPage(
  { status, retryAfter = 1 }: AppError,
  siteName: string,
  reply: FastifyReply,
): FastifyReply {
  const seconds = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`;
  const body = `<h1>Too many requests</h1><p>Please try again in ${seconds}.</p><p><a href="/">Go Home</a></p>`;
  reply.code(status).header('retry-after', retryAfter);
  return sendPlainPage(reply, `Too many requests | ${siteName}`, body);
}

function sendPlainPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
        `</head><body>${body}</body></html>`,
    );
}
