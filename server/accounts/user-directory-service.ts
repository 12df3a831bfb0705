import type { Logger } from 'pino';
import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { Tier } from '#contract/plans.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { createEmailUndoStore } from './profile/email-undo-store.ts';
import { recordEvent } from './security-events/service.ts';
import { grantTier, removeAccount } from './service.ts';
import { createSessionStore } from './sessions/store.ts';
import { createUserStore, type UserRow } from './user-store.ts';

/** Manages accounts for the operator. Results of undefined, false or `unknown`: no account has verified the address. */
export interface UserDirectory {
  list(): Promise<UserRow[]>;
  grantTier(email: string, tier: Tier): ReturnType<typeof grantTier>;
  /** Changes the account's address and ends its sessions. */
  updateEmail(email: string, newEmail: string): Promise<'updated' | 'unknown' | 'taken'>;
  endSessions(email: string): Promise<boolean>;
  /** Ends the sessions and refuses every sign-in and call until the account is unlocked. */
  lock(email: string): Promise<boolean>;
  unlock(email: string): Promise<boolean>;
  remove(email: string): Promise<boolean>;
}

export function createUserDirectory(db: Database, logger: Pick<Logger, 'info'>): UserDirectory {
  const clock = systemClock;
  const users = createUserStore(db);
  const sessions = createSessionStore(db, clock);
  const emailUndos = createEmailUndoStore(clock);

  /** Runs `work` on the account, and records what happened, unless `work` returns false because nothing did. */
  function change(
    email: string,
    kind: SecurityEventKind,
    work: (tx: Tx, userId: string) => Promise<unknown>,
  ): Promise<boolean> {
    return transact(db, async (tx) => {
      const userId = await users.lockVerifiedId(tx, email);
      if (userId === undefined) return false;
      if ((await work(tx, userId)) !== false)
        await recordEvent({ clock, logger }, tx, { userId, kind, userAgent: '' });
      return true;
    });
  }

  return {
    list: users.list,
    grantTier: (email, tier) => grantTier({ db, users, clock, logger }, email, tier),

    async updateEmail(email, newEmail) {
      try {
        const isUpdated = await change(email, 'email_changed', async (tx, userId) => {
          await users.updateEmail(tx, userId, newEmail);
          await sessions.endAll(tx, userId);
          // A link in a mailbox the owner has lost must not take the account back.
          await emailUndos.removeAllOfUser(tx, userId);
        });
        return isUpdated ? 'updated' : 'unknown';
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },

    endSessions: (email) => change(email, 'sessions_ended', sessions.endAll),

    lock: (email) =>
      change(email, 'locked', async (tx, userId) => {
        if (await users.isLocked(tx, userId)) return false;
        await users.updateLock(tx, userId, clock.now());
        await sessions.endAll(tx, userId);
        return true;
      }),

    unlock: (email) =>
      change(email, 'unlocked', async (tx, userId) => {
        if (!(await users.isLocked(tx, userId))) return false;
        await users.updateLock(tx, userId, null);
        return true;
      }),

    async remove(email) {
      const known = await users.findVerified(email, ['']);
      return known ? removeAccount({ db, users, logger }, known.id) : false;
    },
  };
}
