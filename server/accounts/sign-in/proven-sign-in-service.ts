import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import type { Hashes } from '../hashes.ts';
import { describeNewBrowser } from '../mail-texts.ts';
import { noticeLifeMs } from '../policy.ts';
import { recordEvent } from '../security-events/service.ts';
import type { SessionOpening } from '../sessions/opening-service.ts';
import type { UserStore } from '../user-store.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';

/** Opens an account to a visitor who has just proved that they own it. */
export interface ProvenSignIn {
  /**
   * Opens a session, and e-mails the account if the browser is new to it. `isNew`: nobody had verified the address
   * before. Throws `forbidden` if the operator has locked the account.
   */
  open(
    tx: Tx,
    proof: {
      userId: string;
      email: string;
      visitor: Visitor;
      isNew: boolean;
      kind: 'signed_in' | 'signed_in_with_passkey';
    },
  ): Promise<OpenedSession>;
}

export function createProvenSignIn(deps: {
  users: Pick<UserStore, 'isKnownBrowser' | 'isLocked'>;
  sessionOpening: SessionOpening;
  outbox: Pick<Outbox, 'add'>;
  hashes: Pick<Hashes, 'allOfSecret'>;
  /** See `UserData`. */
  onSessionReplaced: readonly ((tx: Tx, fromId: string, toId: string) => Promise<void>)[];
  clock: Clock;
  logger: Pick<Logger, 'info'>;
  siteName: string;
  publicUrl: () => string;
}): ProvenSignIn {
  const { users, sessionOpening, outbox, hashes, onSessionReplaced, clock, siteName, publicUrl } = deps;
  return {
    async open(tx, { userId, email, visitor, isNew, kind }) {
      // Told only to visitors who proved that they own the account.
      if (await users.isLocked(tx, userId))
        throw new AppError('forbidden', 'This account is locked. Please contact support.');
      const browser = hashes.allOfSecret(visitor.browserSecret ?? '');
      const isKnown = isNew || (await users.isKnownBrowser(tx, userId, browser));
      const opened = await sessionOpening.openSession(tx, { userId, visitor, isProof: true });
      const { session } = visitor;
      // Users who only confirm that it is them have not signed out: they go on getting push messages.
      if (session?.id === userId)
        for (const move of onSessionReplaced) await move(tx, session.sessionId, opened.sessionId);
      await sessionOpening.endSession(tx, visitor);
      await recordEvent(deps, tx, { userId, kind, userAgent: visitor.userAgent });
      if (!isKnown) {
        const notice = describeNewBrowser({ at: clock.now(), siteName, publicUrl: publicUrl() });
        await outbox.add(tx, { ...notice, to: email, userId, lifeMs: noticeLifeMs });
      }
      return opened;
    },
  };
}
