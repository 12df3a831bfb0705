import type { Session } from '#contract/accounts/accounts.ts';
import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ApiKeyStore } from '../api-keys/store.ts';
import type { PasskeyStore } from '../passkeys/store.ts';
import { sessionIdleMs } from '../policy.ts';
import { type RecordDeps, recordEvent } from '../security-events/service.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { SignedIn } from '../visitor.ts';
import type { SessionStore } from './store.ts';

/** Where a user is signed in. */
export interface SessionService {
  listSessions(session: SignedIn): Promise<Session[]>;
  /** Throws `not_found` if the user has no such session. */
  endSession(session: SignedIn, id: string): Promise<void>;
  /**
   * "Sign out everywhere else": ends all other sessions and, on request, deletes all API keys and passkeys, which could
   * open new ones. Throws `verification_required` without a fresh proof if passkeys are to be deleted.
   */
  endOtherSessions(session: SignedIn, also: { apiKeys: boolean; passkeys: boolean }): Promise<void>;
}

export interface SessionDeps extends RecordDeps {
  readonly db: Database;
  readonly sessions: Pick<SessionStore, 'list' | 'remove' | 'isOpen' | 'endOthers'>;
  readonly apiKeys: Pick<ApiKeyStore, 'removeAll'>;
  readonly passkeys: Pick<PasskeyStore, 'removeAll'>;
}

export function createSessionService(deps: SessionDeps): SessionService {
  const { sessions, clock } = deps;
  return {
    async listSessions({ id, sessionId }) {
      const rows = await sessions.list(id, clock.now() - sessionIdleMs);
      return rows.map((row) => ({
        id: row.id,
        createdAt: toText(row.created_at),
        lastSeenAt: toText(row.last_seen_at),
        userAgent: row.user_agent,
        current: row.id === sessionId,
      }));
    },

    async endSession(session, id) {
      if (!(await sessions.remove(session.id, id)))
        throw new AppError('not_found', 'There is no such session.');
    },

    endOtherSessions: (session, also) => endOtherSessions(deps, session, also),
  };
}

async function endOtherSessions(
  deps: SessionDeps,
  { id: userId, sessionId, userAgent, ...session }: SignedIn,
  also: { apiKeys: boolean; passkeys: boolean },
): Promise<void> {
  const { db, sessions, apiKeys, passkeys, clock } = deps;
  if (also.passkeys) requireFreshProof(session, clock.now());
  const record = (tx: Tx, kind: SecurityEventKind) => recordEvent(deps, tx, { userId, kind, userAgent });
  await transact(db, async (tx) => {
    await lockOwner(tx, userId);
    await requireStillOpen(sessions, tx, { sessionId });
    await sessions.endOthers(tx, userId, sessionId);
    await record(tx, 'sessions_ended');
    if (also.apiKeys && (await apiKeys.removeAll(tx, userId)) > 0) await record(tx, 'api_key_removed');
    if (also.passkeys && (await passkeys.removeAll(tx, userId)) > 0) await record(tx, 'passkey_removed');
  });
}

/**
 * Throws `unauthorized` if the session has ended since the request was admitted: a body may take many seconds to arrive,
 * and a thief's request must not add a key or passkey after the owner has taken the account back. Lock the account first.
 */
export async function requireStillOpen(
  sessions: Pick<SessionStore, 'isOpen'>,
  tx: Tx,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<void> {
  if (!(await sessions.isOpen(tx, sessionId))) throw new AppError('unauthorized', 'This session has ended.');
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
