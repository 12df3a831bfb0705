import type { FastifyRequest } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isApiKey, readBearer } from '#server/platform/http/bearer.ts';
import type { RequestUser, RequireUser } from '#server/platform/http/request-user.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import type { Hashes } from '../hashes.ts';
import { callsByApiKey, seenEveryMs } from '../policy.ts';
import { createUseRecorder, type UseRecorder } from '../use-recorder.ts';
import type { RefuseApi } from './service.ts';
import type { ApiKeyStore, KnownApiKey } from './store.ts';

export interface ApiKeyAuthenticationDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'find' | 'touch'>;
  readonly hashes: Pick<Hashes, 'ofApiKey' | 'allOfApiKey'>;
  /** Consulted on every call, so it must not write to the database. */
  readonly callLimiter: RateLimiter;
  readonly clock: Clock;
  readonly refuseApi: RefuseApi;
  readonly requireSession: RequireUser;
}

/**
 * Finds a request's user by session or API key, for routes open to programs. Throws `unauthorized`; for a key also
 * `forbidden` if it is read-only, `plan_required` if the account's plan has no API access, and `rate_limited`.
 */
export function createRequireUser(deps: ApiKeyAuthenticationDeps): RequireUser {
  const recorder = createUseRecorder('the use of an API key could not be recorded');
  return async (request) => {
    const bearer = readBearer(request);
    return isApiKey(bearer)
      ? findOwner({ ...deps, recorder }, request, bearer)
      : deps.requireSession(request);
  };
}

async function findOwner(deps: RecordingDeps, request: FastifyRequest, bearer: string): Promise<RequestUser> {
  const { apiKeys, hashes, callLimiter, refuseApi, clock } = deps;
  const key = await apiKeys.find(hashes.allOfApiKey(bearer));
  if (!key) throw new AppError('unauthorized', 'There is no such API key.');
  if (key.locked_at !== null) throw new AppError('unauthorized', 'The account of this API key is locked.');
  if (key.expires_at !== null && key.expires_at <= clock.now())
    throw new AppError('unauthorized', 'This API key has expired.');
  if (key.is_read_only && !isRead(request))
    throw new AppError(
      'forbidden',
      'This API key can only read. Use a key with full access to change something.',
    );
  const refusal = refuseApi(key.tier);
  if (refusal) throw refusal;
  await takeOrThrow(callLimiter, [{ subject: key.id, windows: callsByApiKey }]);
  await recordUse(deps, request, key, hashes.ofApiKey(bearer));
  return { id: key.user_id, email: key.email, tier: key.tier, verified: key.proved_email !== null };
}

type RecordingDeps = ApiKeyAuthenticationDeps & { readonly recorder: UseRecorder };

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function recordUse(
  { apiKeys, clock, recorder }: RecordingDeps,
  { log }: FastifyRequest,
  { id, key_hash, last_used_at }: KnownApiKey,
  currentHash: string,
): Promise<void> {
  const isRecent = last_used_at !== null && last_used_at > clock.now() - seenEveryMs;
  if (isRecent && key_hash === currentHash) return;
  await recorder({ id, log, write: () => apiKeys.touch(id, currentHash) });
}
