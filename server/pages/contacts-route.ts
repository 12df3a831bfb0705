import type { FastifyInstance } from 'fastify';
import { type SiteContacts, siteContactsSchema } from '#contract/site.ts';

/** `GET /api/site/contacts`, for navigation within the site: a page embeds the contacts only if it shows them. */
export function registerContactsRoute(app: FastifyInstance, contacts: SiteContacts): void {
  app.get(
    '/api/site/contacts',
    {
      schema: {
        tags: ['site'],
        summary: 'When support can be reached, and where to write',
        response: { 200: siteContactsSchema },
      },
    },
    (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(contacts),
  );
}
