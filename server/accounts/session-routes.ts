import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionsSchema } from '#contract/accounts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { ownPagesOnly } from '../platform/request-origin.ts';
import type { AccountRoutesDeps } from './routes.ts';

const tags = ['accounts'];
const refusals = { 401: errorBodySchema, 403: errorBodySchema };
const sessionParamsSchema = z.object({ id: z.string().max(64) });

/** `/api/auth/sessions`: where somebody is signed in. */
export function registerSessionRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { profile, authentication, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = ownPagesOnly(publicUrl);

  routes.get(
    '/api/auth/sessions',
    {
      schema: {
        tags,
        summary: 'Where the account is signed in',
        response: { 200: sessionsSchema, 401: errorBodySchema },
      },
    },
    async (request, reply) => {
      const session = await authentication.requireSession(request);
      return reply.header('cache-control', 'no-store').send(await profile.listSessions(session));
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
        response: { 204: z.null(), 404: errorBodySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const session = await authentication.requireSession(request);
      await profile.endSession(session, request.params.id);
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
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await profile.endOtherSessions(await authentication.requireSession(request));
      return reply.code(204).send(null);
    },
  );
}
