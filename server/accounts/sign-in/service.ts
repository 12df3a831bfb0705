import { randomUUID } from 'node:crypto';
import type { Tier } from '#contract/plans.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import type { AccountTx } from '../account-tx.ts';
import { describeCode } from '../mail-texts.ts';
import { codeLifeMs } from '../policy.ts';
import { listOwnUnproven, type OpenSessionDeps, openSession } from '../sessions/open-session.ts';
import type { AccountStore } from '../store.ts';
import type { UserStore } from '../user-store.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import { type Challenges, invalidCode } from './challenges.ts';
import type { AccountLimits } from './limits.ts';

/** Letting people in. Answers are the same, and cost the same, for addresses that are known and that are not. */
export interface SignInService {
  /** Makes an unproved account, open to this client alone, and mails a code to its address. */
  signUp(
    request: { email: string; firstName: string; lastName: string },
    visitor: Visitor,
  ): Promise<OpenedSession & { message: string; challengeSecret: string | undefined }>;
  /** Mails a code. `token` only where the visitor is signed in with that very address. */
  signIn(
    email: string,
    visitor: Visitor,
  ): Promise<{ message: string; token: string | undefined; challengeSecret: string }>;
  /** Lets in who has the code and asked for it. Throws `invalid_code`. */
  verify(given: { email: string; code: string }, visitor: Visitor): Promise<OpenedSession>;
}

export interface SignInDeps extends OpenSessionDeps {
  readonly store: AccountStore;
  readonly users: Pick<UserStore, 'findProved'>;
  readonly challenges: Challenges;
  readonly limits: AccountLimits;
  readonly publicUrl: () => string;
  readonly defaultTier: Tier;
}

const signedUp =
  'Your account is ready. We have sent a code to your e-mail address: enter it to prove that it is yours.';
const signedUpWithoutMail =
  'Your account is ready. So many codes were sent to this e-mail address lately that we sent none now: ask for one later.';
const codeSent = 'We have sent a code to this e-mail address. It works for 10 minutes.';

export function createSignInService(deps: SignInDeps): SignInService {
  return {
    signUp: (request, visitor) => signUp(deps, request, visitor),
    signIn: (email, visitor) => signIn(deps, email, visitor),
    verify: (given, visitor) => verify(deps, given, visitor),
  };
}

async function signUp(
  deps: SignInDeps,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
  visitor: Visitor,
) {
  const { store, limits, challenges, publicUrl, defaultTier } = deps;
  await limits.takeTry('sign-up', visitor.network);
  const { known, isOwner } = await findOwner(deps, email, visitor);
  const mayMail = (await limits.takeMail(email, isOwner)).isAllowed;
  const id = randomUUID();
  const { secret, code, row } = challenges.issue({ purpose: 'sign_in', email, userId: id });

  const session = await store.transact(async (tx) => {
    await tx.addUser({ id, email, firstName, lastName, tier: defaultTier, isProved: false });
    if (mayMail) {
      const mail = describeCode({
        code,
        email,
        publicUrl: publicUrl(),
        request: 'sign_up',
        isKnown: !!known,
      });
      await tx.addChallenge(row);
      await tx.addMail({ ...mail, to: email, userId: id, usefulMs: codeLifeMs });
    }
    // A browser has one cookie: the session that it held would be out of reach.
    if (visitor.isBrowser && visitor.session) await tx.endSession(visitor.session.sessionId);
    return openSession(deps, tx, { userId: id, visitor, isProof: false });
  });
  // Without a mail the browser keeps the code it may be waiting for.
  if (!mayMail) return { ...session, message: signedUpWithoutMail, challengeSecret: undefined };
  return { ...session, message: signedUp, challengeSecret: secret };
}

async function signIn(deps: SignInDeps, email: string, visitor: Visitor) {
  const { store, limits, challenges, publicUrl } = deps;
  const { session } = visitor;
  await limits.takeTry('sign-in', visitor.network);
  const { known, isOwner } = await findOwner(deps, email, visitor);
  const { isAllowed, retryAfterMs } = await limits.takeMail(email, isOwner);
  if (!isAllowed) throw rateLimitError(retryAfterMs);
  const userId = known?.id ?? (session?.email === email ? session.id : null);
  const { secret, code, row } = challenges.issue({ purpose: 'sign_in', email, userId });
  const mail = describeCode({ code, email, publicUrl: publicUrl(), request: 'sign_in', isKnown: !!known });
  await store.transact(async (tx) => {
    await tx.addChallenge(row);
    await tx.addMail({ ...mail, to: email, userId, usefulMs: codeLifeMs });
  });
  return {
    message: codeSent,
    token: session?.email === email ? session.token : undefined,
    challengeSecret: secret,
  };
}

async function verify(
  deps: SignInDeps,
  { email, code }: { email: string; code: string },
  visitor: Visitor,
): Promise<OpenedSession> {
  const { store, limits, challenges } = deps;
  await limits.takeTry('verify', visitor.network);
  const secret = visitor.challengeSecret;
  const { secretHash } = await challenges.check({ purpose: 'sign_in', email, code, secret });
  return store.transact(async (tx) => {
    if (!(await tx.useChallenge(secretHash))) throw invalidCode();
    const userId = await settleAccount(deps, tx, email, visitor);
    if (visitor.session) await tx.endSession(visitor.session.sessionId);
    return openSession(deps, tx, { userId, visitor, isProof: true });
  });
}

/** The account that has proved the address, and whether it is the visitor's own or was opened in this browser. */
async function findOwner({ users, hashes }: SignInDeps, email: string, { browserSecret, session }: Visitor) {
  const known = await users.findProved(email, hashes.ofSecret(browserSecret ?? ''));
  const isOwner = known !== undefined && (known.isOpenedHere || session?.id === known.id);
  return { known, isOwner };
}

/**
 * The account of an address that was just proved. What this browser has that nobody proved becomes that account or goes
 * into it.
 */
async function settleAccount(
  deps: SignInDeps,
  tx: AccountTx,
  email: string,
  visitor: Visitor,
): Promise<string> {
  const { defaultTier } = deps;
  const own = await listOwnUnproven(deps, tx, email, visitor);
  let userId = await tx.findProvedUser(email);
  for (const id of own) if (userId === undefined && (await tx.proveUser(id, email))) userId = id;
  if (userId === undefined) {
    userId = randomUUID();
    await tx.addUser({ id: userId, email, firstName: '', lastName: '', tier: defaultTier, isProved: true });
  }
  own.delete(userId);
  for (const id of own) await tx.mergeUser(id, userId);
  return userId;
}
