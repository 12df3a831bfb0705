import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a page for an internal error: plain HTML without assets, with the id under which the error is logged. */
export function sendFaultPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error }, 'a page could not be made');
  return reply
    .code(500)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    .send(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Something went wrong | Altimeter</title>' +
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
        '</head><body><h1>Something went wrong on our side</h1><p>Please try again in a moment.</p>' +
        `<p><a href="/">Go Home</a></p><p>Reference: ${request.id}</p></body></html>`,
    );
}
