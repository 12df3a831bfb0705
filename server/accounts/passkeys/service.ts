import type { NewPasskeyCredential, Passkey, PasskeyCreation } from '#contract/accounts/passkeys.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { writeForUser } from '#server/platform/http/request-user.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { describePasskeyAdded } from '../mail-texts.ts';
import { maxPasskeys, noticeLifeMs } from '../policy.ts';
import { type RecordDeps, recordEvent } from '../security-events/service.ts';
import { requireStillOpen } from '../sessions/service.ts';
import type { SessionStore } from '../sessions/store.ts';
import { requireFreshProof, requireVerified } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { UserStore } from '../user-store.ts';
import type { Member, SignedIn } from '../visitor.ts';
import type { PasskeyChallengeService } from './challenge-service.ts';
import type { ListedPasskey, NewPasskey, PasskeyStore } from './store.ts';
import type { WebAuthn } from './webauthn.ts';

/** The passkeys of an account. */
export interface PasskeyService {
  listPasskeys(userId: string): Promise<Passkey[]>;
  /**
   * Issues a challenge. Returns the options with which a browser creates a passkey that signs it. Throws
   * `verification_required` without a fresh proof, and `conflict` at the maximum of passkeys.
   */
  issueCreationOptions(member: Member): Promise<{ options: PasskeyCreation; passkeySecret: string }>;
  /**
   * Adds the passkey that the browser created, and notifies the account by e-mail. Throws `invalid_code` if it does not
   * answer the challenge.
   */
  addPasskey(given: { name: string; credential: NewPasskeyCredential }, member: Member): Promise<Passkey>;
  /** Throws `verification_required` without a fresh proof, and `not_found`. */
  removePasskey(session: SignedIn, id: string): Promise<void>;
}

export interface PasskeyDeps extends RecordDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'get'>;
  readonly passkeys: Pick<PasskeyStore, 'list' | 'count' | 'add' | 'remove'>;
  readonly sessions: Pick<SessionStore, 'isOpen'>;
  readonly passkeyChallenges: PasskeyChallengeService;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly webAuthn: WebAuthn;
  readonly limits: AccountLimits;
  readonly siteName: string;
  readonly publicUrl: () => string;
}

export function createPasskeyService(deps: PasskeyDeps): PasskeyService {
  const { passkeys, clock } = deps;
  return {
    listPasskeys: async (userId) => (await passkeys.list(userId)).map(toPasskey),

    issueCreationOptions: (member) => issueCreationOptions(deps, member),

    addPasskey: (given, member) => addPasskey(deps, given, member),

    async removePasskey(session, id) {
      requireFreshProof(session, clock.now());
      await transact(deps.db, async (tx) => {
        if (!(await passkeys.remove(tx, session.id, id)))
          throw new AppError('not_found', 'There is no such passkey.');
        await recordEvent(deps, tx, {
          userId: session.id,
          kind: 'passkey_removed',
          userAgent: session.userAgent,
        });
      });
    },
  };
}

async function issueCreationOptions(deps: PasskeyDeps, { session, network }: Member) {
  const { users, passkeys, passkeyChallenges, webAuthn, limits, clock } = deps;
  requireFreshProof(session, clock.now());
  await limits.takeTry('sign-in', network);
  const own = await passkeys.list(session.id);
  if (own.length >= maxPasskeys) throw tooMany();
  const user = await users.get(session.id);
  const { secret, challenge } = await writeForUser(() => passkeyChallenges.issue('add_passkey', session.id));
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || session.email;
  const options = webAuthn.describeCreation({
    userId: session.id,
    email: session.email,
    name,
    challenge,
    passkeys: own,
  });
  return { options, passkeySecret: secret };
}

async function addPasskey(
  deps: PasskeyDeps,
  { name, credential }: { name: string; credential: NewPasskeyCredential },
  { session, network, passkeySecret }: Member,
): Promise<Passkey> {
  const { passkeyChallenges, webAuthn, limits } = deps;
  // Freshness was checked when the challenge was issued, and the challenge is only for this account.
  requireVerified(session);
  await limits.takeTry('verify', network);
  const challenge = await passkeyChallenges.take('add_passkey', passkeySecret);
  if (challenge?.userId !== session.id) throw notAdded();
  const created = await webAuthn.checkCreation(credential, challenge.matches);
  if (!created) throw notAdded();
  const added = await storePasskey(deps, { ...created, user_id: session.id, name }, session);
  if (added === 'full') throw tooMany();
  if (added === 'taken') throw notAdded();
  return toPasskey(added);
}

/** `full`: the account has the maximum. `taken`: the credential is already stored, or the account is gone. */
function storePasskey(
  deps: PasskeyDeps,
  passkey: NewPasskey,
  { id: userId, email, userAgent, sessionId }: SignedIn,
): Promise<ListedPasskey | 'full' | 'taken'> {
  const { db, passkeys, sessions, outbox, siteName, publicUrl } = deps;
  return transact(db, async (tx) => {
    if (!(await lockOwner(tx, userId))) return 'taken';
    await requireStillOpen(sessions, tx, { sessionId });
    if ((await passkeys.count(tx, userId)) >= maxPasskeys) return 'full';
    const added = await passkeys.add(tx, passkey);
    if (!added) return 'taken';
    const notice = describePasskeyAdded({ siteName, publicUrl: publicUrl() });
    await outbox.add(tx, { ...notice, to: email, userId, lifeMs: noticeLifeMs });
    await recordEvent(deps, tx, { userId, kind: 'passkey_added', userAgent });
    return added;
  });
}

function notAdded(): AppError {
  return new AppError('invalid_code', 'The passkey could not be added. Please try again.');
}

function tooMany(): AppError {
  return new AppError('conflict', `An account has at most ${maxPasskeys} passkeys: delete one first.`);
}

function toPasskey({ id, name, created_at, last_used_at }: ListedPasskey): Passkey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
