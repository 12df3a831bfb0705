import { randomUUID } from 'node:crypto';
import type { Tier } from '#contract/plans.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { writeForUser } from '#server/platform/http/request-user.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import type { RateDecision } from '#server/platform/limits/rate-limiter.ts';
import type { Hashes } from '../hashes.ts';
import { type CodeMail, describeCode } from '../mail-texts.ts';
import { codeLifeMs } from '../policy.ts';
import type { RefusedTries } from '../security-events/refused-tries-service.ts';
import type { AccountService } from '../service.ts';
import type { SessionOpening } from '../sessions/opening-service.ts';
import type { UserStore } from '../user-store.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import type { CodeService, RequestedCode } from './code-service.ts';
import type { AccountLimits } from './limits.ts';
import type { ProvenSignIn } from './proven-sign-in-service.ts';

/** Signing up and in. Known and unknown addresses get the same response at the same cost. */
export interface SignInService {
  /** Creates an unverified account that only this client can open, and e-mails a code to its address. */
  signUp(
    request: { email: string; firstName: string; lastName: string },
    visitor: Visitor,
  ): Promise<OpenedSession & { message: string; challengeSecret: string | undefined }>;
  /** E-mails a code. Returns `token` only if the visitor is signed in with this address. */
  signIn(
    email: string,
    visitor: Visitor,
  ): Promise<{ message: string; token: string | undefined; challengeSecret: string }>;
  /**
   * Signs in with the mailed code, in the browser that asked for it. Throws `invalid_code`, or `conflict` if the account
   * the browser is signed in to doesn't fit into that of the address; the code then still works.
   */
  verify(given: { email: string; code: string }, visitor: Visitor): Promise<OpenedSession>;
}

export interface SignInDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'findVerified' | 'lockVerifiedId' | 'verify'>;
  readonly accounts: AccountService;
  readonly sessionOpening: SessionOpening;
  readonly codes: CodeService;
  readonly provenSignIn: ProvenSignIn;
  readonly refusedTries: Pick<RefusedTries, 'count'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly limits: AccountLimits;
  readonly hashes: Pick<Hashes, 'allOfSecret'>;
  readonly clock: Clock;
  readonly siteName: string;
  readonly publicUrl: () => string;
  readonly defaultTier: Tier;
}

const signedUp =
  'Your account is ready. We sent a code to your email address. Enter it to verify the address.';
const signedUpWithoutMail =
  'Your account is ready. We sent no code, because this email address has had too many lately. Please request one later.';
const codeSent = 'We sent a code to this email address. It works for 10 minutes.';

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
  const { db, accounts, sessionOpening, limits, defaultTier } = deps;
  const displayCurrency = visitor.currency;
  await limits.takeTry('sign-up', visitor.network);
  const requester = await findRequester(deps, email, visitor);
  const id = randomUUID();

  return transact(db, async (tx) => {
    const user = { id, email, firstName, lastName, tier: defaultTier, displayCurrency };
    await accounts.addAccount(tx, { ...user, isVerified: false });
    const requested = await requestCode(deps, tx, { ...requester, userId: id, request: 'sign_up' });
    // A browser keeps one session cookie, so the previous session would be unreachable.
    if (visitor.isBrowser) await sessionOpening.endSession(tx, visitor);
    const session = await sessionOpening.openSession(tx, { userId: id, visitor, isProof: false });
    // Without a new code, the browser keeps the challenge it may still be waiting for.
    const message = requested ? signedUp : signedUpWithoutMail;
    return { ...session, message, challengeSecret: requested?.secret };
  });
}

async function signIn(deps: SignInDeps, email: string, visitor: Visitor) {
  const { db, limits } = deps;
  const { session } = visitor;
  await limits.takeTry('sign-in', visitor.network);
  const requester = await findRequester(deps, email, visitor);
  const isSignedIn = session?.email === email;
  // Not the account that has the address: its references would take a measurable time to check.
  const userId = isSignedIn ? session.id : null;
  const requested = await writeForUser(() =>
    transact(db, (tx) => requestCode(deps, tx, { ...requester, userId, request: 'sign_in' })),
  );
  if (!requested) throw rateLimitError(requester.mail.retryAfterMs);
  return {
    message: codeSent,
    token: isSignedIn ? session.token : undefined,
    challengeSecret: requested.secret,
  };
}

/** The requester, and whether an e-mail may be sent. */
interface Requester {
  readonly email: string;
  /** Whether an account has verified the address. */
  readonly isKnown: boolean;
  readonly audience: 'owner' | 'stranger';
  readonly secret: string | undefined;
  readonly mail: RateDecision;
}

async function findRequester(deps: SignInDeps, email: string, visitor: Visitor): Promise<Requester> {
  const { users, hashes, limits } = deps;
  const { browserSecret, challengeSecret, session } = visitor;
  const known = await users.findVerified(email, hashes.allOfSecret(browserSecret ?? ''));
  // Signed in to the account, or in a browser that has opened it.
  const isOwner = known !== undefined && (known.isOpenedHere || session?.id === known.id);
  return {
    email,
    isKnown: known !== undefined,
    audience: isOwner ? 'owner' : 'stranger',
    secret: challengeSecret,
    mail: await limits.takeMail(email, isOwner),
  };
}

async function requestCode(
  { codes, outbox, siteName, publicUrl }: SignInDeps,
  tx: Tx,
  requester: Requester & { readonly userId: string | null; readonly request: CodeMail['request'] },
): Promise<RequestedCode | undefined> {
  const { email, userId, isKnown, request } = requester;
  const requested = await codes.request(tx, { ...requester, purpose: 'sign_in' });
  if (requested?.code === undefined) return requested;
  const mail = describeCode({
    request,
    isKnown,
    code: requested.code,
    email,
    siteName,
    publicUrl: publicUrl(),
  });
  await outbox.add(tx, { ...mail, to: email, userId, lifeMs: codeLifeMs });
  return requested;
}

async function verify(
  deps: SignInDeps,
  { email, code }: { email: string; code: string },
  visitor: Visitor,
): Promise<OpenedSession> {
  const { db, users, provenSignIn, limits, codes, refusedTries } = deps;
  await limits.takeTry('verify', visitor.network);
  const secret = visitor.challengeSecret;
  const checked = await codes.check({ purpose: 'sign_in', email, code, secret }).catch((error: unknown) => {
    refusedTries.count('codes_refused', email);
    throw error;
  });
  return retryOnUniqueViolation(() =>
    transact(db, async (tx) => {
      // Lock first: anything that ends all sessions of the account then runs either before or after this sign-in.
      const verifiedId = await users.lockVerifiedId(tx, email);
      await codes.use(tx, checked);
      const userId = await resolveAccount(deps, tx, { email, verifiedId, visitor });
      const isNew = verifiedId === undefined;
      return provenSignIn.open(tx, { userId, email, visitor, isNew, kind: 'signed_in' });
    }),
  );
}

/** Runs `work` once more if a concurrent transaction verified the same address. */
function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return work();
  });
}

/**
 * Returns the account of an address that was just verified. This browser's unverified accounts become that account or
 * are merged into it.
 */
async function resolveAccount(
  { users, accounts, clock, defaultTier }: SignInDeps,
  tx: Tx,
  { email, verifiedId, visitor }: { email: string; verifiedId: string | undefined; visitor: Visitor },
): Promise<string> {
  const own = await accounts.listMergeable(tx, email, visitor);
  let userId = verifiedId;
  for (const id of own) {
    if (userId === undefined && (await users.verify(tx, id, email, clock.now()))) userId = id;
  }
  if (userId === undefined) {
    userId = randomUUID();
    const profile = { firstName: '', lastName: '', displayCurrency: visitor.currency };
    await accounts.addAccount(tx, { id: userId, email, ...profile, tier: defaultTier, isVerified: true });
  }
  own.delete(userId);
  await accounts.mergeAccounts(tx, own, userId, visitor);
  return userId;
}
