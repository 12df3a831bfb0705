import type { CurrentUser, Session } from '#contract/accounts/accounts.ts';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import { describeEmailChange, describeEmailChanged } from '../mail-texts.ts';
import { codeLifeMs, noticeLifeMs, sessionIdleMs } from '../policy.ts';
import { removeAccount } from '../service.ts';
import type { SessionStore } from '../sessions/store.ts';
import { type ChallengeService, invalidCode } from '../sign-in/challenge-service.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { UserRow, UserStore } from '../user-store.ts';
import type { Member, SignedIn } from '../visitor.ts';

/** What people do with their own account. */
export interface ProfileService {
  getUser(session: SignedIn): Promise<CurrentUser>;
  rename(session: SignedIn, names: { firstName: string; lastName: string }): Promise<CurrentUser>;
  /** Mails a code to the account's new address. */
  askToChangeEmail(email: string, member: Member): Promise<{ message: string; challengeSecret: string }>;
  /**
   * Changes the account's address, and notifies the old one. Throws `invalid_code`; `conflict` where another account has
   * the address.
   */
  changeEmail(given: { email: string; code: string }, member: Member): Promise<void>;
  listSessions(session: SignedIn): Promise<Session[]>;
  endSession(session: SignedIn, id: string): Promise<void>;
  endOtherSessions(session: SignedIn): Promise<void>;
  /** Everything stored about the account, by the part that stores it. */
  exportAccount(session: SignedIn): Promise<AccountExport>;
  /** Removes the account and everything stored about it. */
  removeAccount(session: SignedIn): Promise<void>;
}

type AccountExport = Record<string, unknown> & {
  exportedAt: string;
  account: CurrentUser & { createdAt: string };
  sessions: Session[];
};

export interface ProfileDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'get' | 'rename' | 'updateEmail' | 'remove'>;
  readonly sessions: Pick<SessionStore, 'list' | 'remove' | 'removeOthers' | 'renewProof'>;
  readonly challenges: ChallengeService;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly limits: AccountLimits;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  /** What each domain stores about an account. */
  readonly exporters: Readonly<Record<string, (userId: string) => Promise<unknown>>>;
}

export function createProfileService(deps: ProfileDeps): ProfileService {
  const { users, sessions, clock, exporters } = deps;
  const getUser = async ({ id }: SignedIn) => toCurrentUser(await getRow(deps, id));

  async function listSessions({ id, sessionId }: SignedIn): Promise<Session[]> {
    const rows = await sessions.list(id, clock.now() - sessionIdleMs);
    return rows.map((row) => ({
      id: row.id,
      createdAt: toText(row.created_at),
      lastSeenAt: toText(row.last_seen_at),
      userAgent: row.user_agent,
      current: row.id === sessionId,
    }));
  }

  return {
    getUser,
    listSessions,

    async rename(session, names) {
      await users.rename(session.id, names);
      return getUser(session);
    },

    askToChangeEmail: (email, member) => askToChangeEmail(deps, email, member),

    changeEmail: (given, member) => changeEmail(deps, given, member),

    async endSession(session, id) {
      if (!(await sessions.remove(session.id, id)))
        throw new AppError('not_found', 'There is no such session.');
    },

    endOtherSessions: ({ id, sessionId }) => sessions.removeOthers(id, sessionId),

    async exportAccount(session) {
      const row = await getRow(deps, session.id);
      const parts = await Promise.all(
        Object.entries(exporters).map(async ([name, list]) => [name, await list(session.id)] as const),
      );
      return {
        ...Object.fromEntries(parts),
        exportedAt: toText(clock.now()),
        account: { ...toCurrentUser(row), createdAt: toText(row.created_at) },
        sessions: await listSessions(session),
      };
    },

    async removeAccount(session) {
      // An unverified account has no mailbox to prove, and is open to this client alone.
      if (session.verified) requireFreshProof(session, clock.now());
      await removeAccount(deps, session.id);
    },
  };
}

async function askToChangeEmail(deps: ProfileDeps, email: string, { session, network }: Member) {
  const { db, challenges, outbox, limits, clock, publicUrl } = deps;
  requireFreshProof(session, clock.now());
  if (email === session.email) throw new AppError('conflict', 'This is already the address of your account.');
  await limits.takeTry('sign-in', network);
  const { isAllowed, retryAfterMs } = await limits.takeMail(email, false);
  if (!isAllowed) throw rateLimitError(retryAfterMs);
  const { secret, code, row } = challenges.issue({ purpose: 'change_email', email, userId: session.id });
  const mail = describeEmailChange({ code, publicUrl: publicUrl() });
  await transact(db, async (tx) => {
    await challenges.add(tx, row);
    await outbox.add(tx, { ...mail, to: email, userId: session.id, usefulMs: codeLifeMs });
  });
  return {
    message: 'We sent a code to the new address. It works for 10 minutes.',
    challengeSecret: secret,
  };
}

async function changeEmail(
  deps: ProfileDeps,
  { email, code }: { email: string; code: string },
  { session, network, challengeSecret }: Member,
): Promise<void> {
  const { db, users, sessions, challenges, outbox, limits, publicUrl } = deps;
  await limits.takeTry('verify', network);
  const open = await challenges.check({ purpose: 'change_email', email, code, secret: challengeSecret });
  if (open.user_id !== session.id) throw invalidCode();
  const notice = describeEmailChanged({ publicUrl: publicUrl() });
  await transact(db, async (tx) => {
    await challenges.use(tx, open.secretHash);
    await users.updateEmail(tx, session.id, email);
    await sessions.renewProof(tx, session.sessionId);
    await outbox.add(tx, { ...notice, to: session.email, userId: session.id, usefulMs: noticeLifeMs });
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'Another account already has this address.');
  });
}

async function getRow({ users }: ProfileDeps, id: string): Promise<UserRow> {
  const row = await users.get(id);
  if (!row) throw new AppError('unauthorized', 'This account no longer exists.');
  return row;
}

function toCurrentUser(row: UserRow): CurrentUser {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    subscriptionTier: row.tier,
    verified: row.proved_email !== null,
  };
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
