import type { AddedApiKey, ApiKey } from '#contract/accounts/api-keys.ts';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import type { Tier } from '#contract/plans.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { describeApiKeyAdded } from '../mail-texts.ts';
import { mostApiKeys, noticeLifeMs } from '../policy.ts';
import { requireFreshProof, requireProved } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { SignedIn } from '../visitor.ts';
import type { ApiKeyStore, ListedApiKey } from './store.ts';

/** The API keys of whoever is signed in. */
export interface ApiKeyService {
  listKeys(userId: string): Promise<ApiKey[]>;
  /**
   * Makes a key, which nobody can read again, and tells the mailbox. Throws `verification_required` without a fresh proof, `plan_required`
   * where the plan has no API, `rate_limited` where the account made too many, `conflict` where it has as many as it may.
   */
  addKey(session: SignedIn, name: string): Promise<AddedApiKey>;
  /** Ends a key at once. Throws `not_found`. */
  removeKey(session: SignedIn, id: string): Promise<void>;
}

export interface ApiKeyDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'list' | 'add' | 'remove'>;
  readonly hashes: Pick<Hashes, 'ofApiKey'>;
  readonly limits: Pick<AccountLimits, 'takeNewApiKey'>;
  readonly clock: Clock;
  readonly refuseApi: RefuseApi;
  readonly publicUrl: () => string;
}

/** The refusal where a tier's plan has no API; what plans there are is not for accounts to know. */
export type RefuseApi = (tier: Tier) => AppError | undefined;

export function createApiKeyService(deps: ApiKeyDeps): ApiKeyService {
  const { apiKeys } = deps;
  return {
    listKeys: async (userId) => (await apiKeys.list(userId)).map(toApiKey),

    addKey: (session, name) => addKey(deps, session, name),

    async removeKey({ id: userId }, id) {
      if (!(await apiKeys.remove(userId, id))) throw new AppError('not_found', 'There is no such API key.');
    },
  };
}

async function addKey(deps: ApiKeyDeps, session: SignedIn, name: string): Promise<AddedApiKey> {
  const { apiKeys, hashes, limits, clock, refuseApi, publicUrl } = deps;
  requireProved(session);
  const refusal = refuseApi(session.tier);
  if (refusal) throw refusal;
  requireFreshProof(session, clock.now());
  await limits.takeNewApiKey(session.id);
  const key = apiKeyPrefix + makeRandomSecret();
  const notice = {
    ...describeApiKeyAdded({ publicUrl: publicUrl() }),
    to: session.email,
    userId: session.id,
    usefulMs: noticeLifeMs,
  };
  const added = await apiKeys.add({ user_id: session.id, key_hash: hashes.ofApiKey(key), name }, notice);
  if (!added)
    throw new AppError('conflict', `An account has at most ${mostApiKeys} API keys: delete one first.`);
  const { lastUsedAt: _, ...shown } = toApiKey(added);
  return { ...shown, key };
}

function toApiKey({ id, name, created_at, last_used_at }: ListedApiKey): ApiKey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
