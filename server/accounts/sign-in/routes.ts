import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  requestCodeAnswerSchema,
  requestCodeSchema,
  signUpAnswerSchema,
  signUpSchema,
  verifyAnswerSchema,
  verifySchema,
} from '#contract/accounts/accounts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { ClientCookies } from '../client-cookies.ts';
import type { EmailChangeService } from '../profile/email-change-service.ts';
import type { PortableService } from '../profile/portable-service.ts';
import type { ProfileService } from '../profile/service.ts';
import type { SessionService } from '../sessions/service.ts';
import type { SignedIn } from '../visitor.ts';
import type { AccountLimits } from './limits.ts';
import type { SignInService } from './service.ts';

export interface AccountRoutesDeps {
  readonly signIn: SignInService;
  readonly profile: ProfileService;
  readonly sessionService: SessionService;
  readonly portable: PortableService;
  readonly emailChange: EmailChangeService;
  readonly gate: UserGate<SignedIn>;
  readonly client: ClientCookies;
  readonly limits: Pick<AccountLimits, 'takeTry'>;
  readonly publicUrl: () => string;
}

const tags = ['accounts'];
const refusals = { 400: errorBodySchema, 403: errorBodySchema, 429: errorBodySchema };

/** `/api/auth`: signing up, in and out, from our pages or from clients that are not browsers. */
export function registerSignInRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { signIn, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = ownPagesOnly(publicUrl);

  routes.post(
    '/api/auth/signup',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create an account',
        description: 'The answer is the same whether the address has an account or not.',
        body: signUpSchema,
        response: { 201: signUpAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const opened = await signIn.signUp(request.body, await client.readVisitor(request));
      client.keepSession(reply, opened);
      const challenge = client.keepChallenge(request, reply, opened.challengeSecret);
      return reply.code(201).send({ token: opened.token, message: opened.message, ...challenge });
    },
  );
  routes.post(
    '/api/auth/signin',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Request a code to sign in',
        description: 'The answer is the same whether the address has an account or not.',
        body: requestCodeSchema,
        response: { 200: requestCodeAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const visitor = await client.readVisitor(request);
      const { message, token, challengeSecret } = await signIn.signIn(request.body.email, visitor);
      const challenge = client.keepChallenge(request, reply, challengeSecret);
      return reply.send({ message, ...(token && { token }), ...challenge });
    },
  );
  routes.post(
    '/api/auth/verify',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Sign in with the code',
        body: verifySchema,
        response: { 200: verifyAnswerSchema, ...refusals, 409: errorBodySchema },
      },
    },
    async (request, reply) => {
      const { challenge, ...given } = request.body;
      const opened = await signIn.verify(given, await client.readVisitor(request, challenge));
      client.keepSession(reply, opened);
      client.dropChallenge(reply);
      return reply.send({ token: opened.token });
    },
  );
  registerSignOutRoute(app, deps);
}

function registerSignOutRoute(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { sessionService, gate, client, publicUrl } = deps;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/auth/signout',
    {
      onRequest: [ownPagesOnly(publicUrl), gate.onRequest],
      schema: {
        tags,
        summary: 'End this session',
        response: { 204: z.null(), 401: errorBodySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const session = gate.userOf(request);
      await sessionService.endSession(session, session.sessionId);
      client.dropSession(reply);
      return reply.code(204).send(null);
    },
  );
}
