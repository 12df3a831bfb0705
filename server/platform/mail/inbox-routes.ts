import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { inboxSchema } from '#contract/accounts/accounts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { AppError } from '../http/app-error.ts';
import { isFromThisMachine } from '../http/request-origin.ts';
import type { Outbox } from '../jobs/outbox.ts';

const maxMails = 100;

/**
 * `GET /api/inbox`: all mails while no mail server is configured, for connections from this machine. For everybody else
 * the address does not exist.
 */
export function registerInboxRoutes(
  app: FastifyInstance,
  { outbox }: { outbox: Pick<Outbox, 'listNewest'> },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/inbox',
    {
      schema: {
        tags: ['operation'],
        summary: 'The local inbox',
        description: 'Only while no mail server is configured, and only for connections from this machine.',
        response: { 200: inboxSchema, 404: errorBodySchema },
      },
      onRequest: async (request) => {
        if (!isFromThisMachine(request)) throw new AppError('not_found', 'Not found.');
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return outbox.listNewest(maxMails);
    },
  );
}
