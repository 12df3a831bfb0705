import type { FastifyRequest } from 'fastify';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';

/** The request's bearer token: a session's, or an API key. */
export function readBearer({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether a bearer token has the form of an API key. */
export function isApiKey(bearer: string | undefined): bearer is string {
  return bearer?.startsWith(apiKeyPrefix) ?? false;
}
