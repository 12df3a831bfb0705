import type { FastifyRequest } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isApiKey, readBearer } from '#server/platform/http/bearer.ts';
import type { RequestUser, RequireUser } from '#server/platform/http/request-user.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import type { Hashes } from '../hashes.ts';
import { callsByApiKey, seenEveryMs } from '../policy.ts';
import type { RefuseApi } from './service.ts';
import type { ApiKeyStore, KnownApiKey } from './store.ts';

export interface ApiKeyAuthenticationDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'find' | 'touch'>;
  readonly hashes: Pick<Hashes, 'ofApiKey' | 'allOfApiKey'>;
  /** Asked on every call, so it must not write to the database. */
  readonly callLimiter: RateLimiter;
  readonly clock: Clock;
  readonly refuseApi: RefuseApi;
  readonly requireSession: RequireUser;
}

/**
 * Finds the user of a request by session or API key, for routes open to programs. Throws `unauthorized`; for a key also
 * `plan_required`, where the account's plan no longer has API access, and `rate_limited`.
 */
export function createRequireUser(deps: ApiKeyAuthenticationDeps): RequireUser {
  return async (request) => {
    const bearer = readBearer(request);
    return isApiKey(bearer) ? findOwner(deps, request, bearer) : deps.requireSession(request);
  };
}

async function findOwner(
  deps: ApiKeyAuthenticationDeps,
  request: FastifyRequest,
  bearer: string,
): Promise<RequestUser> {
  const { apiKeys, hashes, callLimiter, refuseApi } = deps;
  const key = await apiKeys.find(hashes.allOfApiKey(bearer));
  if (!key) throw new AppError('unauthorized', 'There is no such API key.');
  const refusal = refuseApi(key.tier);
  if (refusal) throw refusal;
  await takeOrThrow(callLimiter, [{ subject: key.id, windows: callsByApiKey }]);
  await recordUse(deps, request, key);
  return { id: key.user_id, email: key.email, tier: key.tier, verified: key.proved_email !== null };
}

/** Reading must work even if writing fails, for example on a full disk. */
async function recordUse(
  { apiKeys, clock }: ApiKeyAuthenticationDeps,
  request: FastifyRequest,
  { id, last_used_at }: KnownApiKey,
): Promise<void> {
  if (last_used_at !== null && last_used_at > clock.now() - seenEveryMs) return;
  await apiKeys.touch(id).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the use of an API key could not be recorded');
  });
}
