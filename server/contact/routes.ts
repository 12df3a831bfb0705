import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { acceptedSchema, contactSchema, leadSchema, leadTokenSchema } from '#contract/contact.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { RequireUser } from '#server/platform/http/request-user.ts';
import { networkOf } from '#server/platform/net/network-of.ts';
import { oneClickPath } from './policy.ts';
import type { ContactService, Sender } from './service.ts';

const tags = ['contact'];
const refusals = { 400: errorBodySchema, 403: errorBodySchema };
const accepted = { 202: acceptedSchema, ...refusals, 429: errorBodySchema };
const done = { 200: acceptedSchema, ...refusals, 404: errorBodySchema };

interface ContactRouteDeps {
  readonly contact: ContactService;
  readonly publicUrl: () => string;
  readonly requireSession: RequireUser;
}

/** `/api/contact` and `/api/leads`, for our own pages and clients other than browsers. */
export function registerContactRoutes(
  app: FastifyInstance,
  { contact, publicUrl, requireSession }: ContactRouteDeps,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = ownPagesOnly(publicUrl);

  routes.post(
    '/api/contact',
    { onRequest, schema: { tags, summary: 'Write to support', body: contactSchema, response: accepted } },
    async (request, reply) => {
      const sender = await findSender(request, requireSession);
      return reply.code(202).send(await contact.sendMessage(request.body, networkOf(request.ip), sender));
    },
  );
  routes.post(
    '/api/leads',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Ask for a guide or the newsletter by email',
        description:
          'The answer does not reveal whether the address is known. An address gets one email, and nothing more until it is confirmed with the link in that email.',
        body: leadSchema,
        response: accepted,
      },
    },
    async (request, reply) =>
      reply.code(202).send(await contact.addLead(request.body, networkOf(request.ip))),
  );
  routes.post(
    '/api/leads/confirm',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Confirm an address with the link in an email',
        body: leadTokenSchema,
        response: done,
      },
    },
    (request) => contact.confirm(request.body.token),
  );
  routes.post(
    oneClickPath,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Stop sending guides and newsletters to an address',
        body: leadTokenSchema,
        response: done,
      },
    },
    (request) => contact.unsubscribe(request.body.token),
  );
  app.register(async (forms) => registerOneClick(forms, { contact, onRequest }));
}

/** Anyone may write, so an expired token counts as none. */
async function findSender(request: FastifyRequest, requireSession: RequireUser): Promise<Sender | undefined> {
  if (!request.headers.authorization) return undefined;
  try {
    return await requireSession(request);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

/** The form that mail programs post for their unsubscribe button (RFC 8058). */
function registerOneClick(
  forms: FastifyInstance,
  { contact, onRequest }: { contact: ContactService; onRequest: ReturnType<typeof ownPagesOnly> },
): void {
  // The token suffices; the form only shows that this was not a mere visit.
  forms.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  );
  forms.withTypeProvider<ZodTypeProvider>().post(
    `${oneClickPath}/:token`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Unsubscribe with the button of a mail program (RFC 8058)',
        params: leadTokenSchema,
        response: done,
      },
    },
    (request) => contact.unsubscribe(request.params.token),
  );
}
