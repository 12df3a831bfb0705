import type { CurrentUser, Session } from '#contract/accounts/accounts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import { describeEmailChange, describeEmailChanged } from '../mail-texts.ts';
import { codeLifeMs, noticeLifeMs, sessionIdleMs } from '../policy.ts';
import type { SessionStore } from '../sessions/store.ts';
import { type Challenges, invalidCode } from '../sign-in/challenges.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { AccountStore } from '../store.ts';
import type { UserRow, UserStore } from '../user-store.ts';
import type { Member, SignedIn } from '../visitor.ts';

/** What people do with their own account. Everybody is who `session` says. */
export interface ProfileService {
  getUser(session: SignedIn): Promise<CurrentUser>;
  rename(session: SignedIn, names: { firstName: string; lastName: string }): Promise<CurrentUser>;
  /** Mails a code to an address that is to become the account's. */
  askToChangeEmail(email: string, member: Member): Promise<{ message: string; challengeSecret: string }>;
  /** Makes it the account's address, and tells the old one. Throws `invalid_code`; `conflict` where another has it. */
  changeEmail(given: { email: string; code: string }, member: Member): Promise<void>;
  listSessions(session: SignedIn): Promise<Session[]>;
  endSession(session: SignedIn, id: string): Promise<void>;
  endOtherSessions(session: SignedIn): Promise<void>;
  /** All that is kept of the account, by the name of the part that keeps it. */
  exportAccount(session: SignedIn): Promise<AccountExport>;
  /** Leaves nothing of it. */
  removeAccount(session: SignedIn): Promise<void>;
}

type AccountExport = Record<string, unknown> & {
  exportedAt: string;
  account: CurrentUser & { createdAt: string };
  sessions: Session[];
};

export interface ProfileDeps {
  readonly store: AccountStore;
  readonly users: Pick<UserStore, 'get' | 'rename' | 'remove'>;
  readonly sessions: Pick<SessionStore, 'list' | 'remove' | 'removeOthers'>;
  readonly challenges: Challenges;
  readonly limits: AccountLimits;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  /** What each part of the service keeps of an account. */
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
      // What nobody proved has no mailbox to ask; it is open to this client alone.
      if (session.verified) requireFreshProof(session, clock.now());
      await users.remove(session.id);
    },
  };
}

async function askToChangeEmail(deps: ProfileDeps, email: string, { session, network }: Member) {
  const { store, challenges, limits, clock, publicUrl } = deps;
  requireFreshProof(session, clock.now());
  if (email === session.email) throw new AppError('conflict', 'This is the address of your account already.');
  await limits.takeTry('sign-in', network);
  const { isAllowed, retryAfterMs } = await limits.takeMail(email, false);
  if (!isAllowed) throw rateLimitError(retryAfterMs);
  const { secret, code, row } = challenges.issue({ purpose: 'change_email', email, userId: session.id });
  const mail = describeEmailChange({ code, publicUrl: publicUrl() });
  await store.transact(async (tx) => {
    await tx.addChallenge(row);
    await tx.addMail({ ...mail, to: email, userId: session.id, usefulMs: codeLifeMs });
  });
  return {
    message: 'We have sent a code to the new address. It works for 10 minutes.',
    challengeSecret: secret,
  };
}

async function changeEmail(
  deps: ProfileDeps,
  { email, code }: { email: string; code: string },
  { session, network, challengeSecret }: Member,
): Promise<void> {
  const { store, challenges, limits, publicUrl } = deps;
  await limits.takeTry('verify', network);
  const open = await challenges.check({ purpose: 'change_email', email, code, secret: challengeSecret });
  if (open.user_id !== session.id) throw invalidCode();
  const notice = describeEmailChanged({ publicUrl: publicUrl() });
  await store
    .transact(async (tx) => {
      if (!(await tx.useChallenge(open.secretHash))) throw invalidCode();
      await tx.changeEmail(session.id, email);
      await tx.renewProof(session.sessionId);
      await tx.addMail({ ...notice, to: session.email, userId: session.id, usefulMs: noticeLifeMs });
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', 'Another account has this address already.');
    });
}

async function getRow({ users }: ProfileDeps, id: string): Promise<UserRow> {
  const row = await users.get(id);
  if (!row) throw new AppError('unauthorized', 'This account is no longer there.');
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

function toText(instant: number): string {
  return new Date(instant).toISOString();
}
