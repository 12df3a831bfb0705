import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { sessionLifeMs } from '../policy.ts';
import type { UserStore } from '../user-store.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import type { SessionStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/** Opens and ends the sessions of visitors who sign in and up. */
export interface SessionOpening {
  /** Opens a session. `isProof`: the visitor has just proved that they own the account. */
  openSession(
    tx: Tx,
    opening: { userId: string; visitor: Visitor; isProof: boolean },
  ): Promise<OpenedSession>;
  /** Ends the visitor's previous session, if any. */
  endSession(tx: Tx, visitor: Visitor): Promise<void>;
}

export function createSessionOpening(deps: {
  sessions: Pick<SessionStore, 'add' | 'end'>;
  users: Pick<UserStore, 'addBrowser'>;
  hashes: Pick<Hashes, 'ofSecret'>;
  tokens: Pick<Tokens, 'sign'>;
  clock: Clock;
}): SessionOpening {
  const { sessions, users, hashes, tokens, clock } = deps;
  return {
    async openSession(tx, { userId, visitor, isProof }) {
      const sessionSecret = visitor.isBrowser ? makeRandomSecret() : null;
      const browserSecret = visitor.browserSecret ?? makeRandomSecret();
      const id = randomUUID();
      const now = clock.now();
      const expiresAt = now + sessionLifeMs;
      await sessions.add(tx, {
        id,
        userId,
        cookieHash: sessionSecret && hashes.ofSecret(sessionSecret),
        userAgent: visitor.userAgent,
        expiresAt,
        isProof,
      });
      await users.addBrowser(tx, hashes.ofSecret(browserSecret), userId, now);
      const token = await tokens.sign({ userId, sessionId: id }, now, expiresAt);
      return { sessionId: id, token, sessionSecret, browserSecret };
    },

    async endSession(tx, { session }) {
      if (session) await sessions.end(tx, session.sessionId);
    },
  };
}
