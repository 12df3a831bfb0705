import type { FastifyRequest } from 'fastify';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';

/** Our tokens make about 250 characters. Caching anything derived from a token would keep all of it in memory. */
const maxHeaderLength = 600;

/** The request's bearer token: a session's, or an API key. */
export function readBearer({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization = '' } = headers;
  return authorization.length > maxHeaderLength ? undefined : /^Bearer +([\w.-]+)$/i.exec(authorization)?.[1];
}

/** Whether a bearer token has the form of an API key. */
export function isApiKey(bearer: string | undefined): bearer is string {
  return bearer?.startsWith(apiKeyPrefix) ?? false;
}
