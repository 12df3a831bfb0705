import {
  type AccountExportHead,
  accountExportHeadSchema,
  type CurrentUser,
  type UpdateUser,
} from '#contract/accounts/accounts.ts';
import { unknownCurrency } from '#contract/currencies/currency.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError, invalidField } from '#server/platform/http/app-error.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { type RecordDeps, recordEvent } from '../security-events/service.ts';
import { removeAccount } from '../service.ts';
import { requireStillOpen, type SessionService } from '../sessions/service.ts';
import type { SessionStore } from '../sessions/store.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { UserRow, UserStore } from '../user-store.ts';
import type { SignedIn } from '../visitor.ts';

/** A user's own account: names, export, removal. */
export interface ProfileService {
  getUser(session: SignedIn): Promise<CurrentUser>;
  /** Throws `invalid_request` if there is no such currency. */
  updateUser(session: SignedIn, change: UpdateUser): Promise<CurrentUser>;
  /**
   * Everything stored about the account, keyed by domain, as JSON in pieces. Needs a fresh proof if the account is
   * verified.
   */
  exportAccount(session: SignedIn): Promise<AsyncIterable<string | Buffer>>;
  /** Removes the account and everything stored about it. */
  removeAccount(session: SignedIn): Promise<void>;
}

export interface ProfileDeps extends RecordDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'get' | 'updateProfile' | 'remove'>;
  readonly sessions: Pick<SessionStore, 'isOpen'>;
  readonly sessionService: Pick<SessionService, 'listSessions'>;
  /** Whether amounts can be shown in the currency with this lower-case code. */
  readonly isCurrency: (code: string) => boolean;
  /** Reads the data that another account can import. */
  readonly readPortable: (userId: string) => Promise<Record<string, unknown>>;
  /** What each domain stores about an account. */
  readonly exporters: Readonly<Record<string, (userId: string) => Promise<unknown>>>;
}

export function createProfileService(deps: ProfileDeps): ProfileService {
  const { users, sessionService, clock, exporters } = deps;
  const getUser = async ({ id }: SignedIn) => toCurrentUser(await getRow(deps, id));

  return {
    getUser,

    async updateUser(session, change) {
      const { displayCurrency } = change;
      if (displayCurrency !== undefined && !deps.isCurrency(displayCurrency))
        throw invalidField('displayCurrency', unknownCurrency);
      await users.updateProfile(session.id, change);
      return getUser(session);
    },

    async exportAccount(session) {
      // A token left open somewhere must not be enough to copy the whole account.
      if (session.verified) requireFreshProof(session, clock.now());
      const { id: userId, userAgent } = session;
      await transact(deps.db, async (tx) => {
        await lockOwner(tx, userId);
        await requireStillOpen(deps.sessions, tx, session);
        await recordEvent(deps, tx, { userId, kind: 'exported', userAgent });
      });
      const row = await getRow(deps, session.id);
      const parts = await Promise.all(
        Object.entries(exporters).map(async ([name, list]) => [name, await list(session.id)] as const),
      );
      const head: AccountExportHead = {
        exportedAt: toText(clock.now()),
        account: { ...toCurrentUser(row), createdAt: toText(row.created_at) },
        sessions: await sessionService.listSessions(session),
      };
      const data = await deps.readPortable(session.id);
      return writeJsonPieces({ ...accountExportHeadSchema.parse(head), data, ...Object.fromEntries(parts) });
    },

    async removeAccount(session) {
      // An unverified account has no mailbox to prove, and only this client can reach it.
      if (session.verified) requireFreshProof(session, clock.now());
      await removeAccount(deps, session.id, (tx) => requireStillOpen(deps.sessions, tx, session));
    },
  };
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
    displayCurrency: row.display_currency,
  };
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
