import type { PasskeyAssertion, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RefusedTries } from '../security-events/refused-tries-service.ts';
import type { AccountService } from '../service.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { ProvenSignIn } from '../sign-in/proven-sign-in-service.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import type { PasskeyChallengeService } from './challenge-service.ts';
import type { KnownPasskey, PasskeyStore } from './store.ts';
import type { WebAuthn } from './webauthn.ts';

/** Signing in with a passkey, which identifies the account without an address. */
export interface PasskeySignInService {
  /** Issues a challenge. Returns the options with which a browser asks a passkey to sign it. */
  issueRequestOptions(visitor: Visitor): Promise<{ options: PasskeyRequest; passkeySecret: string }>;
  /**
   * Signs in with the passkey's signature. Throws `conflict` if the account the browser is signed in to can't be merged
   * into the passkey's within its limits, and `invalid_code` in every other case.
   */
  signIn(assertion: PasskeyAssertion, visitor: Visitor): Promise<OpenedSession>;
}

export interface PasskeySignInDeps {
  readonly db: Database;
  readonly accounts: Pick<AccountService, 'listMergeable' | 'mergeAccounts'>;
  readonly provenSignIn: ProvenSignIn;
  readonly passkeys: Pick<PasskeyStore, 'find' | 'use'>;
  readonly passkeyChallenges: PasskeyChallengeService;
  readonly webAuthn: WebAuthn;
  readonly limits: AccountLimits;
  readonly refusedTries: Pick<RefusedTries, 'count'>;
}

export function createPasskeySignInService(deps: PasskeySignInDeps): PasskeySignInService {
  const { passkeyChallenges, webAuthn, limits } = deps;
  return {
    async issueRequestOptions({ network }) {
      await limits.takeTry('sign-in', network);
      const { secret, challenge } = await passkeyChallenges.issue('passkey_sign_in', null);
      return { options: webAuthn.describeRequest(challenge), passkeySecret: secret };
    },

    async signIn(assertion, visitor) {
      await limits.takeTry('verify', visitor.network);
      return openAccount(deps, await checkPasskey(deps, assertion, visitor), visitor);
    },
  };
}

interface UsedPasskey extends KnownPasskey {
  /** The counter that was signed. */
  readonly newCounter: number;
}

/** Returns the passkey that signed this browser's challenge. Throws `invalid_code` if there is none. */
async function checkPasskey(
  deps: PasskeySignInDeps,
  assertion: PasskeyAssertion,
  { passkeySecret }: Visitor,
): Promise<UsedPasskey> {
  const { passkeys, passkeyChallenges, webAuthn } = deps;
  const challenge = await passkeyChallenges.take('passkey_sign_in', passkeySecret);
  const passkey = challenge && (await passkeys.find(assertion.id));
  if (!passkey) throw refuse(deps, undefined);
  const newCounter = await webAuthn.checkAssertion(assertion, passkey, challenge.matches);
  if (newCounter === undefined) throw refuse(deps, passkey);
  return { ...passkey, newCounter };
}

/** Opens a session. As with a mailed code, this browser's unverified accounts are merged into the account. */
function openAccount(
  deps: PasskeySignInDeps,
  passkey: UsedPasskey,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { db, accounts, provenSignIn, passkeys } = deps;
  const { user_id: userId, email } = passkey;
  return transact(db, async (tx) => {
    // Check first: the passkey may be deleted, or the account locked, concurrently.
    const isThere = (await lockOwner(tx, userId)) && (await passkeys.use(tx, passkey.id, passkey.newCounter));
    if (!isThere) throw refuse(deps, passkey);
    const own = await accounts.listMergeable(tx, email, visitor);
    await accounts.mergeAccounts(tx, own, userId, visitor);
    return provenSignIn.open(tx, { userId, email, visitor, isNew: false, kind: 'signed_in_with_passkey' });
  });
}

/** Counts a refused sign-in against the passkey's owner, if known. */
function refuse({ refusedTries }: PasskeySignInDeps, passkey: KnownPasskey | undefined): AppError {
  refusedTries.count('passkeys_refused', passkey?.email);
  return new AppError('invalid_code', 'That passkey did not work. Please try again, or sign in with a code.');
}
