import type { FastifyRequest } from 'fastify';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';

/** What the request carries as its bearer token: a session's, or an API key. Undefined: nothing of the kind. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether a bearer token is meant as an API key. */
export function isApiKey(bearer: string | undefined): bearer is string {
  return bearer?.startsWith(apiKeyPrefix) ?? false;
}
