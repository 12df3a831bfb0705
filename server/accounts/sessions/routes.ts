import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { endSessionsSchema, sessionsSchema } from '#contract/accounts/accounts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { AccountRoutesDeps } from '../sign-in/routes.ts';

const tags = ['accounts'];
const refusals = { 401: errorBodySchema, 403: errorBodySchema };
const sessionParamsSchema = z.object({ id: itemIdSchema });

/** `/api/auth/sessions`: where the user is signed in. */
export function registerSessionRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { sessionService, gate, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;
  const onRequest = [ownPagesOnly(publicUrl), gate.onRequest];

  routes.get(
    '/api/auth/sessions',
    {
      onRequest: gate.onRequest,
      schema: {
        tags,
        summary: 'Where the account is signed in',
        response: { 200: sessionsSchema, 401: errorBodySchema },
      },
    },
    async (request, reply) => {
      return reply.send(await sessionService.listSessions(userOf(request)));
    },
  );
  routes.delete(
    '/api/auth/sessions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'End a session',
        params: sessionParamsSchema,
        response: { 204: z.null(), 400: errorBodySchema, 404: errorBodySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const session = userOf(request);
      await sessionService.endSession(session, request.params.id);
      if (request.params.id === session.sessionId) client.dropSession(reply);
      return reply.code(204).send(null);
    },
  );
  routes.delete(
    '/api/auth/sessions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'End all other sessions',
        description:
          'With `apiKeys` or `passkeys`, also deletes all of these; passkeys need a sign-in by code or passkey within the last ten minutes.',
        querystring: endSessionsSchema,
        response: { 204: z.null(), 400: errorBodySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { apiKeys, passkeys } = request.query;
      const also = { apiKeys: apiKeys === 'true', passkeys: passkeys === 'true' };
      await sessionService.endOtherSessions(userOf(request), also);
      return reply.code(204).send(null);
    },
  );
}
