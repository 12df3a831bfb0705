import type { PasskeyAssertion, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { listOwnUnproven, type OpenSessionDeps, openSession } from '../sessions/open-session.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { AccountStore } from '../store.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import type { PasskeyChallenges } from './challenges.ts';
import type { KnownPasskey, PasskeyStore } from './store.ts';
import type { WebAuthn } from './webauthn.ts';

/** Letting people in by a passkey, which names the account by itself. */
export interface PasskeySignInService {
  /** What a browser asks a passkey to sign. */
  askToSignIn(visitor: Visitor): Promise<{ options: PasskeyRequest; passkeySecret: string }>;
  /** Lets in whose passkey signed it. Throws `invalid_code`, whatever did not fit. */
  signIn(assertion: PasskeyAssertion, visitor: Visitor): Promise<OpenedSession>;
}

export interface PasskeySignInDeps extends OpenSessionDeps {
  readonly store: AccountStore;
  readonly passkeys: Pick<PasskeyStore, 'find' | 'use'>;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly webAuthn: WebAuthn;
  readonly limits: AccountLimits;
}

export function createPasskeySignInService(deps: PasskeySignInDeps): PasskeySignInService {
  const { store, passkeyChallenges, webAuthn, limits } = deps;
  return {
    async askToSignIn({ network }) {
      await limits.takeTry('sign-in', network);
      const { secret, challenge, row } = passkeyChallenges.issue('passkey_sign_in', null);
      await store.transact((tx) => tx.addChallenge(row));
      return { options: webAuthn.describeRequest(challenge), passkeySecret: secret };
    },

    async signIn(assertion, visitor) {
      await limits.takeTry('verify', visitor.network);
      const passkey = await checkPasskey(deps, assertion, visitor);
      if (!passkey) {
        throw new AppError(
          'invalid_code',
          'That passkey did not work. Please try again, or sign in with a code.',
        );
      }
      return openAccount(deps, passkey, visitor);
    },
  };
}

/** The passkey that signed this browser's challenge, its use noted; undefined where there is none. */
async function checkPasskey(
  { passkeys, passkeyChallenges, webAuthn }: PasskeySignInDeps,
  assertion: PasskeyAssertion,
  { passkeySecret }: Visitor,
): Promise<KnownPasskey | undefined> {
  const challenge = await passkeyChallenges.take('passkey_sign_in', passkeySecret);
  const passkey = challenge && (await passkeys.find(assertion.id));
  if (!passkey) return undefined;
  const counter = await webAuthn.checkAssertion(assertion, passkey, challenge.isOf);
  if (counter === undefined || !(await passkeys.use(passkey.id, counter))) return undefined;
  return passkey;
}

/** Begins a session, as the code from the mailbox does: what this browser has that nobody proved goes into the account. */
function openAccount(
  deps: PasskeySignInDeps,
  { user_id: userId, email }: KnownPasskey,
  visitor: Visitor,
): Promise<OpenedSession> {
  return deps.store.transact(async (tx) => {
    for (const id of await listOwnUnproven(deps, tx, email, visitor)) await tx.mergeUser(id, userId);
    if (visitor.session) await tx.endSession(visitor.session.sessionId);
    return openSession(deps, tx, { userId, visitor, isProof: true });
  });
}
