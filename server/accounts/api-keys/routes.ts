import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { addApiKeySchema, addedApiKeySchema, apiKeysSchema } from '#contract/accounts/api-keys.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { SignedIn } from '../visitor.ts';
import type { ApiKeyService } from './service.ts';

export interface ApiKeyRoutesDeps {
  readonly keys: ApiKeyService;
  readonly gate: UserGate<SignedIn>;
  readonly publicUrl: () => string;
}

const tags = ['accounts'];
const refusals = { 401: errorBodySchema, 403: errorBodySchema };
const paramsSchema = z.object({ id: itemIdSchema });

/** `/api/keys`: the account's API keys. These routes need a session; an API key doesn't open them. */
export function registerApiKeyRoutes(
  app: FastifyInstance,
  { keys, gate, publicUrl }: ApiKeyRoutesDeps,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;
  const onRequest = [ownPagesOnly(publicUrl), gate.onRequest];

  routes.get(
    '/api/keys',
    {
      onRequest: gate.onRequest,
      schema: { tags, summary: 'The API keys of the account', response: { 200: apiKeysSchema, ...refusals } },
    },
    (request) => keys.listKeys(userOf(request).id),
  );
  routes.post(
    '/api/keys',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          'Only this answer contains the key. Needs a plan with API access (403 plan_required), and a sign-in by code or passkey within the last ten minutes (403 verification_required).',
        body: addApiKeySchema,
        response: {
          201: addedApiKeySchema,
          ...refusals,
          400: errorBodySchema,
          409: errorBodySchema,
          429: errorBodySchema,
        },
      },
    },
    async (request, reply) => reply.code(201).send(await keys.addKey(userOf(request), request.body)),
  );
  routes.delete(
    '/api/keys/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete an API key',
        description: 'It stops working at once.',
        params: paramsSchema,
        response: { 204: z.null(), ...refusals, 400: errorBodySchema, 404: errorBodySchema },
      },
    },
    async (request, reply) => {
      await keys.removeKey(userOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
