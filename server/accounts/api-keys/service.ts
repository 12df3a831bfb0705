import type { AddApiKey, AddedApiKey, ApiKey } from '#contract/accounts/api-keys.ts';
import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError, invalidField } from '#server/platform/http/app-error.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { describeApiKeyAdded } from '../mail-texts.ts';
import { maxApiKeys, noticeLifeMs } from '../policy.ts';
import { type RecordDeps, recordEvent } from '../security-events/service.ts';
import { requireStillOpen } from '../sessions/service.ts';
import type { SessionStore } from '../sessions/store.ts';
import { requireFreshProof, requireVerified } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { SignedIn } from '../visitor.ts';
import type { ApiKeyStore, ListedApiKey, NewApiKey } from './store.ts';

/** An account's API keys. */
export interface ApiKeyService {
  listKeys(userId: string): Promise<ApiKey[]>;
  /**
   * Creates a key, which is shown only once, and notifies the account by e-mail. Throws `verification_required` without a
   * fresh proof, `plan_required` if the plan has no API access, `rate_limited`, and `conflict` at the maximum.
   */
  addKey(session: SignedIn, request: AddApiKey): Promise<AddedApiKey>;
  /** Revokes a key immediately. Throws `not_found`. */
  removeKey(session: SignedIn, id: string): Promise<void>;
}

export interface ApiKeyDeps extends RecordDeps {
  readonly db: Database;
  readonly apiKeys: Pick<ApiKeyStore, 'list' | 'count' | 'add' | 'remove'>;
  readonly sessions: Pick<SessionStore, 'isOpen'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly hashes: Pick<Hashes, 'ofApiKey'>;
  readonly limits: Pick<AccountLimits, 'countNewApiKey'>;
  readonly refuseApi: RefuseApi;
  readonly siteName: string;
  readonly publicUrl: () => string;
}

/** Returns the refusal if a tier's plan has no API access. Injected, because accounts doesn't depend on billing. */
export type RefuseApi = (tier: Tier) => AppError | undefined;

export function createApiKeyService(deps: ApiKeyDeps): ApiKeyService {
  const { apiKeys } = deps;
  return {
    listKeys: async (userId) => (await apiKeys.list(userId)).map(toApiKey),

    addKey: (session, request) => addKey(deps, session, request),

    removeKey: ({ id: userId, userAgent }, id) =>
      transact(deps.db, async (tx) => {
        if (!(await apiKeys.remove(tx, userId, id)))
          throw new AppError('not_found', 'There is no such API key.');
        await recordEvent(deps, tx, { userId, kind: 'api_key_removed', userAgent });
      }),
  };
}

async function addKey(deps: ApiKeyDeps, session: SignedIn, request: AddApiKey): Promise<AddedApiKey> {
  const { hashes, limits, clock, refuseApi } = deps;
  requireVerified(session);
  const refusal = refuseApi(session.tier);
  if (refusal) throw refusal;
  requireFreshProof(session, clock.now());
  const expiresAt = readExpiry(request, clock.now());
  await limits.countNewApiKey(session.id);
  const key = apiKeyPrefix + makeRandomSecret();
  const newKey = {
    user_id: session.id,
    key_hash: hashes.ofApiKey(key),
    name: request.name,
    last_four: key.slice(-4),
    is_read_only: request.access === 'read' ? 1 : 0,
    expires_at: expiresAt,
  };
  const added = await storeKey(deps, newKey, session);
  if (added === 'gone') throw new AppError('unauthorized', 'This account no longer exists.');
  if (added === 'full')
    throw new AppError('conflict', `An account has at most ${maxApiKeys} API keys: delete one first.`);
  const { lastUsedAt: _, ...shown } = toApiKey(added);
  return { ...shown, key };
}

const maxExpiry = Date.parse('9999-12-31T23:59:59.999Z');

function readExpiry({ expiresAt }: AddApiKey, now: Instant): Instant | null {
  if (expiresAt == null) return null;
  const at = Date.parse(expiresAt);
  if (at <= now) throw invalidField('expiresAt', 'Must be in the future');
  // With its offset, an instant in the last hours of the year 9999 can be in the next one, which no answer can express.
  if (at > maxExpiry) throw invalidField('expiresAt', 'Must be before the year 10000');
  return at;
}

function storeKey(
  deps: ApiKeyDeps,
  key: NewApiKey,
  { id: userId, email, userAgent, sessionId }: SignedIn,
): Promise<ListedApiKey | 'gone' | 'full'> {
  const { db, apiKeys, sessions, outbox, siteName, publicUrl } = deps;
  return transact(db, async (tx) => {
    if (!(await lockOwner(tx, userId))) return 'gone';
    await requireStillOpen(sessions, tx, { sessionId });
    if ((await apiKeys.count(tx, userId)) >= maxApiKeys) return 'full';
    const notice = describeApiKeyAdded({
      isReadOnly: key.is_read_only === 1,
      siteName,
      publicUrl: publicUrl(),
    });
    await outbox.add(tx, { ...notice, to: email, userId, lifeMs: noticeLifeMs });
    await recordEvent(deps, tx, { userId, kind: 'api_key_added', userAgent });
    return apiKeys.add(tx, key);
  });
}

function toApiKey(row: ListedApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    access: row.is_read_only ? 'read' : 'full',
    lastFour: row.last_four,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: toText(row.last_used_at),
    expiresAt: toText(row.expires_at),
  };
}

const toText = (at: Instant | null) => (at === null ? null : new Date(at).toISOString());
