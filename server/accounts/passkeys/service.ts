import type { NewPasskeyCredential, Passkey, PasskeyCreation } from '#contract/accounts/passkeys.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { describePasskeyAdded } from '../mail-texts.ts';
import { mostPasskeys, noticeLifeMs } from '../policy.ts';
import { requireFreshProof, requireProved } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { AccountStore } from '../store.ts';
import type { UserStore } from '../user-store.ts';
import type { Member, SignedIn } from '../visitor.ts';
import type { PasskeyChallenges } from './challenges.ts';
import type { ListedPasskey, PasskeyStore } from './store.ts';
import type { WebAuthn } from './webauthn.ts';

/** The passkeys of whoever is signed in. */
export interface PasskeyService {
  listPasskeys(userId: string): Promise<Passkey[]>;
  /** What a browser makes a passkey from. Throws `verification_required` without a fresh proof. */
  askToAdd(member: Member): Promise<{ options: PasskeyCreation; passkeySecret: string }>;
  /** Adds what the browser made, and tells the mailbox. Throws `invalid_code` where it is not what was asked for. */
  addPasskey(given: { name: string; credential: NewPasskeyCredential }, member: Member): Promise<Passkey>;
  /** Throws `verification_required` without a fresh proof. */
  removePasskey(session: SignedIn, id: string): Promise<void>;
}

export interface PasskeyDeps {
  readonly store: Pick<AccountStore, 'transact'>;
  readonly users: Pick<UserStore, 'get'>;
  readonly passkeys: Pick<PasskeyStore, 'list' | 'add' | 'remove'>;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly webAuthn: WebAuthn;
  readonly limits: AccountLimits;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

export function createPasskeyService(deps: PasskeyDeps): PasskeyService {
  const { passkeys, clock } = deps;
  return {
    listPasskeys: async (userId) => (await passkeys.list(userId)).map(toPasskey),

    askToAdd: (member) => askToAdd(deps, member),

    addPasskey: (given, member) => addPasskey(deps, given, member),

    async removePasskey(session, id) {
      requireFreshProof(session, clock.now());
      if (!(await passkeys.remove(session.id, id)))
        throw new AppError('not_found', 'There is no such passkey.');
    },
  };
}

async function askToAdd(deps: PasskeyDeps, { session, network }: Member) {
  const { store, users, passkeys, passkeyChallenges, webAuthn, limits, clock } = deps;
  requireFreshProof(session, clock.now());
  await limits.takeTry('sign-in', network);
  const own = await passkeys.list(session.id);
  if (own.length >= mostPasskeys) throw tooMany();
  const user = await users.get(session.id);
  const { secret, challenge, row } = passkeyChallenges.issue('add_passkey', session.id);
  await store.transact((tx) => tx.addChallenge(row));
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
  const { passkeys, passkeyChallenges, webAuthn, limits, publicUrl } = deps;
  // How fresh the proof is was asked when the challenge was issued, which is for this account alone.
  requireProved(session);
  await limits.takeTry('verify', network);
  const challenge = await passkeyChallenges.take('add_passkey', passkeySecret);
  if (challenge?.userId !== session.id) throw notAdded();
  const made = await webAuthn.checkCreation(credential, challenge.isOf);
  if (!made) throw notAdded();
  const notice = {
    ...describePasskeyAdded({ publicUrl: publicUrl() }),
    to: session.email,
    userId: session.id,
    usefulMs: noticeLifeMs,
  };
  const added = await passkeys.add({ ...made, user_id: session.id, name }, notice);
  if (added === 'full') throw tooMany();
  if (added === 'taken') throw notAdded();
  return toPasskey(added);
}

function notAdded(): AppError {
  return new AppError('invalid_code', 'The passkey could not be added. Please try again.');
}

function tooMany(): AppError {
  return new AppError('conflict', `An account has at most ${mostPasskeys} passkeys: delete one first.`);
}

function toPasskey({ id, name, created_at, last_used_at }: ListedPasskey): Passkey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
