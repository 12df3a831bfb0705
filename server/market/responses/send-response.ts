import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import type { MarketResponse } from './encoded-market.ts';

/** Sends an encoded response, or 304 if the client already has it. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: MarketResponse,
): FastifyReply {
  return sendEncoded(request, reply, body, headers);
}
