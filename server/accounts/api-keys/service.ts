import type { AddedApiKey, ApiKey } from '#contract/accounts/api-keys.ts';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import type { Tier } from '#contract/plans.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { describeApiKeyAdded } from '../mail-texts.ts';
import { maxApiKeys, noticeLifeMs } from '../policy.ts';
import { requireFreshProof, requireVerified } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { SignedIn } from '../visitor.ts';
import type { ApiKeyStore, ListedApiKey, NewApiKey } from './store.ts';

/** The API keys of an account. */
export interface ApiKeyService {
  listKeys(userId: string): Promise<ApiKey[]>;
  /**
   * Creates a key, which is shown only once, and notifies the account by mail. Throws `verification_required` without a
   * fresh proof, `plan_required` where the plan has no API, `rate_limited`, and `conflict` at the maximum.
   */
  addKey(session: SignedIn, name: string): Promise<AddedApiKey>;
  /** Revokes a key at once. Throws `not_found`. */
  removeKey(session: SignedIn, id: string): Promise<void>;
}

export interface ApiKeyDeps {
  readonly db: Database;
  readonly apiKeys: Pick<ApiKeyStore, 'list' | 'count' | 'add' | 'remove'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly hashes: Pick<Hashes, 'ofApiKey'>;
  readonly limits: Pick<AccountLimits, 'takeNewApiKey'>;
  readonly clock: Clock;
  readonly refuseApi: RefuseApi;
  readonly publicUrl: () => string;
}

/** Returns the refusal where a tier's plan has no API access. A slot: accounts don't know the plans. */
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
  const { hashes, limits, clock, refuseApi } = deps;
  requireVerified(session);
  const refusal = refuseApi(session.tier);
  if (refusal) throw refusal;
  requireFreshProof(session, clock.now());
  await limits.takeNewApiKey(session.id);
  const key = apiKeyPrefix + makeRandomSecret();
  const newKey = { user_id: session.id, key_hash: hashes.ofApiKey(key), name };
  const added = await storeKey(deps, newKey, session.email);
  if (added === 'gone') throw new AppError('unauthorized', 'This account no longer exists.');
  if (added === 'full')
    throw new AppError('conflict', `An account has at most ${maxApiKeys} API keys: delete one first.`);
  const { lastUsedAt: _, ...shown } = toApiKey(added);
  return { ...shown, key };
}

function storeKey(
  { db, apiKeys, outbox, publicUrl }: ApiKeyDeps,
  key: NewApiKey,
  email: string,
): Promise<ListedApiKey | 'gone' | 'full'> {
  const { user_id: userId } = key;
  return transact(db, async (tx) => {
    if (!(await lockOwner(tx, userId))) return 'gone';
    if ((await apiKeys.count(tx, userId)) >= maxApiKeys) return 'full';
    const notice = describeApiKeyAdded({ publicUrl: publicUrl() });
    await outbox.add(tx, { ...notice, to: email, userId, lifeMs: noticeLifeMs });
    return apiKeys.add(tx, key);
  });
}

function toApiKey({ id, name, created_at, last_used_at }: ListedApiKey): ApiKey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
