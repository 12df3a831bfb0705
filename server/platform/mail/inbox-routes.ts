import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { inboxKeyHeader, inboxSchema } from '#contract/accounts/inbox.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { AppError } from '../http/app-error.ts';
import { isFromThisMachine } from '../http/request-origin.ts';
import type { Outbox } from '../jobs/outbox.ts';
import { isInboxKey } from './inbox-key.ts';

const maxMails = 100;

/**
 * `GET /api/inbox`: all e-mails while no mail server is configured, for connections from this machine that send this
 * start's key. The key is needed because other users of the machine connect from it too. For connections from elsewhere
 * the address does not exist.
 */
export function registerInboxRoutes(
  app: FastifyInstance,
  { outbox, inboxKey }: { outbox: Pick<Outbox, 'listNewest'>; inboxKey: string },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/inbox',
    {
      schema: {
        tags: ['operation'],
        summary: 'The local inbox',
        description: `Only while no mail server is configured, for connections from this machine, with the key that the server prints when it starts, in the header ${inboxKeyHeader}.`,
        response: { 200: inboxSchema, 401: errorBodySchema, 404: errorBodySchema },
      },
      onRequest: async (request) => {
        if (!isFromThisMachine(request)) throw new AppError('not_found', 'Not found.');
        if (isInboxKey(request.headers[inboxKeyHeader.toLowerCase()], inboxKey)) return;
        throw new AppError('unauthorized', 'Open the local inbox with the link that the server printed.');
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return outbox.listNewest(maxMails);
    },
  );
}
