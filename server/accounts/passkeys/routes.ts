import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { verifyAnswerSchema } from '#contract/accounts/accounts.ts';
import {
  addPasskeySchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeysSchema,
} from '#contract/accounts/passkeys.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { ClientCookies } from '../client-cookies.ts';
import type { SignedIn } from '../visitor.ts';
import type { PasskeyService } from './service.ts';
import type { PasskeySignInService } from './sign-in-service.ts';

export interface PasskeyRoutesDeps {
  readonly passkeys: PasskeyService;
  readonly passkeySignIn: PasskeySignInService;
  readonly gate: UserGate<SignedIn>;
  readonly client: ClientCookies;
  readonly publicUrl: () => string;
}

const tags = ['accounts'];
const refusals = { 400: errorBodySchema, 403: errorBodySchema, 429: errorBodySchema };
const memberRefusals = { ...refusals, 401: errorBodySchema, 409: errorBodySchema };
const passkeyParamsSchema = z.object({ id: itemIdSchema });

/** `/api/auth/passkeys` and `/api/auth/signin/passkey`: signing in without a code. */
export function registerPasskeyRoutes(app: FastifyInstance, deps: PasskeyRoutesDeps): void {
  const { passkeys, gate, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;

  routes.get(
    '/api/auth/passkeys',
    {
      onRequest: gate.onRequest,
      schema: {
        tags,
        summary: 'The passkeys of the account',
        response: { 200: passkeysSchema, 401: errorBodySchema },
      },
    },
    async (request) => passkeys.listPasskeys(userOf(request).id),
  );
  routes.delete(
    '/api/auth/passkeys/:id',
    {
      onRequest: [ownPagesOnly(publicUrl), gate.onRequest],
      schema: {
        tags,
        summary: 'Delete a passkey',
        description: 'Needs a sign-in by code or passkey within the last ten minutes.',
        params: passkeyParamsSchema,
        response: { 204: z.null(), ...memberRefusals, 404: errorBodySchema },
      },
    },
    async (request, reply) => {
      await passkeys.removePasskey(userOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  registerAddRoutes(app, deps);
  registerSignInRoutes(app, deps);
}

function registerAddRoutes(app: FastifyInstance, deps: PasskeyRoutesDeps): void {
  const { passkeys, gate, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;
  const onRequest = [ownPagesOnly(publicUrl), gate.onRequest];

  routes.post(
    '/api/auth/passkeys/options',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get the options with which a browser creates a passkey',
        description: 'Needs a sign-in by code or passkey within the last ten minutes.',
        response: { 200: passkeyCreationSchema, ...memberRefusals },
      },
    },
    async (request, reply) => {
      const member = { ...(await client.readVisitor(request)), session: userOf(request) };
      const { options, passkeySecret } = await passkeys.issueCreationOptions(member);
      client.keepPasskeyChallenge(reply, passkeySecret);
      return reply.send(options);
    },
  );
  routes.post(
    '/api/auth/passkeys',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Add the passkey that the browser created',
        body: addPasskeySchema,
        response: { 201: passkeySchema, ...memberRefusals },
      },
    },
    async (request, reply) => {
      const member = { ...(await client.readVisitor(request)), session: userOf(request) };
      client.dropPasskeyChallenge(reply);
      return reply.code(201).send(await passkeys.addPasskey(request.body, member));
    },
  );
}

function registerSignInRoutes(app: FastifyInstance, deps: PasskeyRoutesDeps): void {
  const { passkeySignIn, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = ownPagesOnly(publicUrl);

  routes.post(
    '/api/auth/signin/passkey/options',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get the challenge that a passkey signs',
        response: { 200: passkeyRequestSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const visitor = await client.readVisitor(request);
      const { options, passkeySecret } = await passkeySignIn.issueRequestOptions(visitor);
      client.keepPasskeyChallenge(reply, passkeySecret);
      return reply.send(options);
    },
  );
  routes.post(
    '/api/auth/signin/passkey',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        body: passkeySignInSchema,
        response: { 200: verifyAnswerSchema, ...refusals, 409: errorBodySchema },
      },
    },
    async (request, reply) => {
      const visitor = await client.readVisitor(request);
      client.dropPasskeyChallenge(reply);
      const opened = await passkeySignIn.signIn(request.body.credential, visitor);
      client.keepSession(reply, opened);
      return reply.send({ token: opened.token });
    },
  );
}
