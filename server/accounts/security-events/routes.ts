import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type SecurityEvent, securityEventsSchema } from '#contract/accounts/security-events.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { SignedIn } from '../visitor.ts';

export interface SecurityEventRoutesDeps {
  readonly listEvents: (userId: string) => Promise<SecurityEvent[]>;
  readonly gate: UserGate<SignedIn>;
}

/** `/api/auth/events`: the account's security events, such as sign-ins. */
export function registerSecurityEventRoutes(
  app: FastifyInstance,
  { listEvents, gate }: SecurityEventRoutesDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/auth/events',
    {
      onRequest: gate.onRequest,
      schema: {
        tags: ['accounts'],
        summary: 'The last 50 security events of the account',
        response: { 200: securityEventsSchema, 401: errorBodySchema },
      },
    },
    (request) => listEvents(gate.userOf(request).id),
  );
}
