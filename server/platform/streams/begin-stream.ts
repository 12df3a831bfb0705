import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/**
 * Sends the head of a server-sent event stream and returns the socket to write to. The body has neither length nor
 * chunks and ends with the connection, so that one buffer can serve every client.
 */
export function beginStream(reply: FastifyReply): Socket | null {
  const { raw } = reply;
  const { socket } = raw;
  if (!socket || socket.destroyed) return null;
  reply.hijack();
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  return socket;
}
