import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountExportSchema,
  accountImportedSchema,
  accountImportSchema,
  currentUserSchema,
  requestCodeAnswerSchema,
  requestCodeSchema,
  undoEmailChangeAnswerSchema,
  undoEmailChangeSchema,
  updateUserSchema,
  verifyAnswerSchema,
  verifySchema,
} from '#contract/accounts/accounts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import { networkOf } from '#server/platform/net/network-of.ts';
import type { AccountRoutesDeps } from '../sign-in/routes.ts';

const tags = ['accounts'];
const refusals = { 401: errorBodySchema, 403: errorBodySchema };
const bodyRefusals = { ...refusals, 400: errorBodySchema };
const emailRefusals = { ...bodyRefusals, 409: errorBodySchema, 429: errorBodySchema };

/** Enough for an account with several hundred thousand transactions. */
const maxImportBytes = 128 * 1024 * 1024;

/** The user's own account: `/api/auth/me`, `/api/auth/email`, `/api/account`. */
export function registerProfileRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { profile, gate, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;
  const onRequest = [ownPagesOnly(publicUrl), gate.onRequest];

  routes.get(
    '/api/auth/me',
    {
      onRequest: gate.onRequest,
      schema: { tags, summary: 'The signed-in user', response: { 200: currentUserSchema, ...refusals } },
    },
    async (request, reply) => {
      const user = await profile.getUser(userOf(request));
      client.keepCurrency(request, reply, user.displayCurrency);
      return reply.send(user);
    },
  );
  routes.put(
    '/api/auth/me',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change your name or display currency',
        description:
          '`firstName` and `lastName` together, `displayCurrency`, or all of them. The answer sets the cookie `altimeter-currency`.',
        body: updateUserSchema,
        response: { 200: currentUserSchema, ...bodyRefusals },
      },
    },
    async (request, reply) => {
      const user = await profile.updateUser(userOf(request), request.body);
      client.keepCurrency(request, reply, user.displayCurrency);
      return user;
    },
  );
  routes.get(
    '/api/account/export',
    {
      onRequest: gate.onRequest,
      schema: {
        tags,
        summary: 'Everything stored about the account',
        description:
          'With a verified address, needs a sign-in by code or passkey within the last ten minutes.',
        response: {
          200: accountExportSchema,
          ...refusals,
          409: errorBodySchema,
          429: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const pieces = await profile.exportAccount(userOf(request));
      reply.header('content-disposition', 'attachment; filename="altimeter-account.json"');
      return reply.type('application/json; charset=utf-8').send(Readable.from(pieces) as never);
    },
  );
  routes.delete(
    '/api/account',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete the account and everything stored about it',
        description:
          'With a verified address, needs a sign-in by code or passkey within the last ten minutes.',
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await profile.removeAccount(userOf(request));
      client.dropSession(reply);
      return reply.code(204).send(null);
    },
  );
  registerImportRoute(app, deps);
  registerEmailRoutes(app, deps);
}

function registerImportRoute(app: FastifyInstance, deps: AccountRoutesDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read and checked off the main thread, so that nobody else waits.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: maxImportBytes },
      (_request: FastifyRequest, bytes: Buffer) => deps.portable.readBody(bytes),
    );
    addImportRoute(scope, deps);
  });
}

function addImportRoute(
  app: FastifyInstance,
  { portable, gate, limits, publicUrl }: AccountRoutesDeps,
): void {
  const takeTry = ({ ip }: FastifyRequest) => limits.takeTry('import', networkOf(ip));
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/account/import',
    {
      onRequest: [ownPagesOnly(publicUrl), gate.onRequest, takeTry],
      bodyLimit: maxImportBytes,
      schema: {
        tags,
        summary: 'Import the data of an exported account',
        description:
          'Only into an account without data of its own: 409 otherwise. All of it is imported, or nothing. Items get new ids and keep their order.',
        body: accountImportSchema,
        response: {
          201: accountImportedSchema,
          ...emailRefusals,
          413: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await portable.add(gate.userOf(request).id, request.body.data)),
  );
}

function registerEmailRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { emailChange, gate, client, publicUrl } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { userOf } = gate;
  const onRequest = [ownPagesOnly(publicUrl), gate.onRequest];

  routes.post(
    '/api/auth/email',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Request a code to change the email address',
        description:
          'The code goes to the new address. Needs a sign-in by code or passkey within the last ten minutes.',
        body: requestCodeSchema,
        response: { 200: requestCodeAnswerSchema, ...emailRefusals },
      },
    },
    async (request, reply) => {
      const session = userOf(request);
      const member = { ...(await client.readVisitor(request)), session };
      const { message, challengeSecret } = await emailChange.sendCode(request.body.email, member);
      return reply.send({ message, ...client.keepChallenge(request, reply, challengeSecret) });
    },
  );
  routes.post(
    '/api/auth/email/verify',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change the email address',
        body: verifySchema,
        response: { 200: verifyAnswerSchema, ...emailRefusals },
      },
    },
    async (request, reply) => {
      const { challenge, ...given } = request.body;
      const session = userOf(request);
      const member = { ...(await client.readVisitor(request, challenge)), session };
      await emailChange.changeEmail(given, member);
      client.dropChallenge(reply);
      return reply.send({ token: session.token });
    },
  );
  routes.post(
    '/api/auth/email/undo',
    {
      onRequest: ownPagesOnly(publicUrl),
      schema: {
        tags,
        summary: 'Undo a change of the email address',
        description:
          'With the token from the email to the old address, for 72 hours, without a session. Every session ends, and all passkeys and API keys are deleted.',
        body: undoEmailChangeSchema,
        response: { 200: undoEmailChangeAnswerSchema, ...emailRefusals, 404: errorBodySchema },
      },
    },
    async (request, reply) => {
      const browser = await client.readVisitor(request);
      client.keepBrowser(reply, await emailChange.undoChange(request.body.token, browser));
      return { message: 'The address is restored, and every session has ended.' };
    },
  );
}
