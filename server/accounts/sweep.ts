import type { Logger } from 'pino';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import { browserNameLifeMs, sessionIdleMs, unprovenLifeMs } from './policy.ts';
import type { SessionStore } from './sessions/store.ts';
import type { ChallengeStore } from './sign-in/challenge-store.ts';
import type { UserStore } from './user-store.ts';

export interface SweepDeps {
  readonly users: Pick<UserStore, 'removeUnproven' | 'forgetBrowsers'>;
  readonly sessions: Pick<SessionStore, 'removeExpired'>;
  readonly challenges: Pick<ChallengeStore, 'removeExpired'>;
  readonly removeExpiredRates: () => Promise<void>;
  readonly outbox: Pick<Outbox, 'removeExpired'>;
  /** How long mails stay after they are of no more use: a local inbox is there to be read. */
  readonly mailGraceMs: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
}

/** How often it should be done. */
export const sweepEveryMs = 60 * 60_000;

/** Ends what is over: unproved accounts that nobody used, sessions, codes, counts and mails. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const { users, sessions, challenges, removeExpiredRates, outbox, mailGraceMs, clock, logger } = deps;
  return async () => {
    const now = clock.now();
    const ended = await users.removeUnproven(now - unprovenLifeMs);
    if (ended > 0) logger.info({ ended }, 'accounts that nobody proved or used have ended');
    await users.forgetBrowsers(now - browserNameLifeMs);
    await sessions.removeExpired(now - sessionIdleMs);
    await challenges.removeExpired();
    await removeExpiredRates();
    await outbox.removeExpired(mailGraceMs);
  };
}
